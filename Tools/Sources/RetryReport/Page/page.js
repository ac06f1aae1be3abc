"use strict";
const table = document.getElementById("actions");
const body = table.tBodies[0];
const rows = [...body.rows];
const search = document.getElementById("search");
const count = document.getElementById("count");
const all = count.textContent;

const value = (row, column) =>
  column === 0 ? row.cells[0].firstChild.textContent.toLowerCase() : Number(row.cells[column].dataset.value);

for (const button of table.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const header = button.parentElement;
    const column = Number(button.dataset.column);
    const first = column === 0 ? "ascending" : "descending";
    const other = column === 0 ? "descending" : "ascending";
    const order = header.getAttribute("aria-sort") === first ? other : first;
    for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    rows.sort((a, b) => {
      const [left, right] = [value(a, column), value(b, column)];
      return left < right ? -sign : left > right ? sign : 0;
    });
    body.append(...rows);
  });
}

search.addEventListener("input", () => {
  const text = search.value.trim().toLowerCase();
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(text);
  const shown = rows.filter((row) => !row.hidden).length;
  count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
});

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const large of document.querySelectorAll(".picture input:checked")) large.checked = false;
});

const openTarget = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let element = target; element; element = element.parentElement) if (element.tagName === "DETAILS") element.open = true;
  target.scrollIntoView();
};
window.addEventListener("hashchange", openTarget);
openTarget();
