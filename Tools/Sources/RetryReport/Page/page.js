"use strict";

// The links to the sections.
const sections = [...document.querySelectorAll("h2[id]")].map((head) => {
  const link = Object.assign(document.createElement("a"), { href: `#${head.id}`, textContent: head.textContent });
  const item = document.createElement("li");
  item.append(link);
  return item;
});
const nav = document.createElement("nav");
nav.ariaLabel = "Sections";
nav.append(document.createElement("ul"));
nav.firstChild.append(...sections);
document.querySelector("header").append(nav);

// The text of a strip becomes a picture: a bar for each run. Its color tells the worst outcome, and its height the share
// of steps that did not pass at the first attempt, against the run with the most. A run without the action is a gap.
const outcomes = { ".": ["good", "passed"], r: ["flaky", "recovered"], F: ["bad", "failed"],
  e: ["none", "stopped early"], s: ["none", "skipped"], c: ["none", "canceled"], "?": ["none", "unknown"] };
const finish = (part) => {
  for (const strip of part.querySelectorAll("code.strip")) {
    const letters = [...strip.textContent];
    const rates = strip.dataset.rates.split(" ").map(Number);
    // Of few failures, chance makes most of the difference.
    const most = Math.max(...rates, 5);
    const heights = rates.map((rate) => (1 + (7 * rate) / most).toFixed(1));
    const known = Object.entries(outcomes).filter(([letter]) => letters.includes(letter));
    const paths = known.map(([letter, [style]]) => {
      const bars = letters.map((own, index) => (own === letter ? `M${index} 8h.7v-${heights[index]}h-.7z` : ""));
      return `<path class="${style}" d="${bars.join("")}"/>`;
    });
    const label = known.map(([letter, [, word]]) => `${word} in ${letters.filter((own) => own === letter).length}`);
    strip.outerHTML = `<svg class="strip" role="img" data-rates="${strip.dataset.rates}" aria-label="${label.join(", ")}" viewBox="0 0 ${letters.length} 8"
      preserveAspectRatio="none">${paths.join("")}</svg>`;
  }
  // Many files have the same name; their own names tell the links apart.
  for (const link of part.querySelectorAll(".gallery a, .text .note a")) {
    link.ariaLabel = `${link.textContent}: ${link.pathname.split("/").pop()}`;
  }
};
finish(document);

// Large folded parts are text until they are opened, so that the page is there at once.
const make = (details) => {
  const folded = details?.querySelector(":scope > noscript");
  if (!folded) return;
  folded.outerHTML = folded.textContent;
  finish(details);
};
document.addEventListener("toggle", (event) => make(event.target), true);

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
const targetOf = (hash) => {
  const test = /^#step-(\d+)-/.exec(hash)?.[1];
  if (test) document.querySelectorAll(`[data-timelines~="${test}"]`).forEach(make);
  return hash && document.getElementById(hash.slice(1));
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link) reveal(targetOf(link.hash));
});

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const large of document.querySelectorAll(".picture input:checked")) large.checked = false;
});

// The table of the actions: the rows that fit the search and the chip, in the order of a column. Few are open, and the
// others are in the folded tables.
const mostOpen = 300;
const table = document.getElementById("actions");
const folds = ["more", "calm"].map((id) => document.getElementById(id));
const heads = [...table.tHead.rows[0].cells];
const search = document.getElementById("search");
const chips = document.getElementById("chips");
const count = document.getElementById("count");
const texts = new Map();
let chip = "";
let tables = [];
let rows = [];

// The search needs the folded tables too.
const load = () => {
  if (tables.length) return;
  folds.forEach(make);
  tables = [table, ...folds.map((fold) => fold?.querySelector("table"))];
  rows = tables.flatMap((table) => (table ? [...table.tBodies] : []));
};

const textOf = (row) => {
  if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
  return texts.get(row);
};
const fits = (row, text) =>
  (!chip || row.dataset.chips?.split(" ").includes(chip)) && (!text || textOf(row).includes(text));

const show = () => {
  load();
  const text = search.value.trim().toLowerCase();
  const shown = rows.filter((row) => fits(row, text));
  const troubled = shown.filter((row) => row.className !== "good");
  const calm = shown.filter((row) => row.className === "good");
  [troubled.slice(0, mostOpen), troubled.slice(mostOpen), calm].forEach((part, index) => {
    if (!tables[index]) return;
    const fragment = document.createDocumentFragment();
    fragment.append(...part);
    tables[index].replaceChildren(tables[index].tHead, fragment);
    const fold = folds[index - 1];
    if (!fold) return;
    fold.hidden = part.length === 0;
    const title = fold.querySelector("summary");
    title.dataset.title ??= title.textContent;
    title.textContent = title.dataset.title.replace(/^\d+/, part.length);
    // What was searched for is not hidden.
    if (text && shown.length <= mostOpen) fold.open = true;
  });
  count.textContent = shown.length === rows.length ? "" : `${shown.length} of ${rows.length} actions`;
  for (const button of chips.children) button.setAttribute("aria-pressed", button.dataset.chip === chip);
};

// The search and the chip are in the address, unless it names a step.
const remember = () => {
  const parts = new URLSearchParams();
  if (chip) parts.set("show", chip);
  if (search.value) parts.set("search", search.value);
  history.replaceState(null, "", parts.size ? `#${parts}` : location.pathname + location.search);
  show();
};

const value = (row, column) =>
  column === 0 ? row.rows[0].cells[0].textContent.toLowerCase() : Number(row.rows[0].cells[column].dataset.value);

const sort = (column, order) => {
  for (const head of heads) head.removeAttribute("aria-sort");
  heads[column].setAttribute("aria-sort", order);
  load();
  const sign = order === "ascending" ? 1 : -1;
  rows.sort((a, b) => {
    const [left, right] = [value(a, column), value(b, column)];
    return left < right ? -sign : left > right ? sign : 0;
  });
  show();
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

// The rows with a chip; those of a folded part are counted in its text.
const withChip = (name) =>
  document.querySelectorAll(`tbody[data-chips~=${name}]`).length +
  folds.reduce((sum, fold) => {
    const text = fold?.querySelector(":scope > noscript")?.textContent ?? "";
    return sum + [...text.matchAll(/<tbody [^>]*data-chips="([a-z ]+)"/g)].filter((row) => row[1].split(" ").includes(name)).length;
  }, 0);
for (const name of ["", "failed", "recovered", "new"]) {
  const number = name && withChip(name);
  if (name && !number) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.chip = name;
  button.setAttribute("aria-pressed", !name);
  button.textContent = name ? `${name} ${number}` : "all";
  if (name === "new") button.title = "First seen in the newest run, or found in the comparison";
  button.addEventListener("click", () => {
    chip = name;
    remember();
  });
  chips.append(button);
}
search.addEventListener("input", remember);
document.querySelector(".tools").hidden = false;

// The run under the pointer.
const runs = [...document.querySelectorAll("#runs li")].map((run) => run.textContent);
document.addEventListener("pointermove", (event) => {
  const strip = event.target.closest?.("svg.strip");
  if (!strip) return;
  const box = strip.getBoundingClientRect();
  const index = Math.floor(((event.clientX - box.left) / box.width) * runs.length);
  strip.parentElement.title = runs[index] ? `${runs[index]}: ${strip.dataset.rates.split(" ")[index]} %` : "";
});

// On the way back the browser knows where the reader was; it is not told where to go.
const arrive = () => {
  const target = targetOf(location.hash);
  if (target) {
    if (reveal(target)) location.replace(location.hash);
    return;
  }
  const parts = new URLSearchParams(location.hash.slice(1));
  const known = [...chips.children].map((button) => button.dataset.chip);
  const before = [chip, search.value].join();
  chip = known.includes(parts.get("show")) ? parts.get("show") : "";
  search.value = parts.get("search") ?? "";
  if (before !== [chip, search.value].join()) show();
};
addEventListener("hashchange", arrive);
arrive();
