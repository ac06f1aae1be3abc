"use strict";

// Closed parts open before the browser goes to a link's target, so that the page does not grow afterwards.
const reveal = (target) => {
  let hasGrown = false;
  for (let element = target; element; element = element.parentElement) {
    if (element.tagName !== "DETAILS" || element.open) continue;
    element.open = true;
    hasGrown = true;
  }
  return hasGrown;
};
const targetOf = (hash) => hash && document.getElementById(decodeURIComponent(hash.slice(1)));

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) reveal(targetOf(link.hash));
});

// On the way back the browser knows where the reader was; it is not told where to go.
const arrive = () => {
  const target = targetOf(location.hash);
  if (target && reveal(target)) target.scrollIntoView();
};
addEventListener("hashchange", arrive);
arrive();

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const large of document.querySelectorAll(".picture input:checked")) large.checked = false;
});

const table = document.getElementById("actions");
const body = table.tBodies[0];
const rows = [...body.rows];
const heads = [...table.tHead.rows[0].cells].slice(0, -1);
const search = document.getElementById("search");
const count = document.getElementById("count");
const all = count.textContent;

const value = (row, column) =>
  column === 0 ? row.cells[0].firstChild.textContent.toLowerCase() : Number(row.cells[column].dataset.value);

const sort = (column, order) => {
  for (const head of heads) head.removeAttribute("aria-sort");
  heads[column].setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  rows.sort((a, b) => {
    const [left, right] = [value(a, column), value(b, column)];
    return left < right ? -sign : left > right ? sign : 0;
  });
  body.append(...rows);
};
const first = (column) => (column === 0 ? "ascending" : "descending");

heads.forEach((head, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const other = first(column) === "ascending" ? "descending" : "ascending";
    sort(column, head.getAttribute("aria-sort") === first(column) ? other : first(column));
  });
});
document.querySelector(".tools").hidden = false;

search.addEventListener("input", () => {
  const text = search.value.trim().toLowerCase();
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(text);
  const shown = rows.filter((row) => !row.hidden).length;
  count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
});
