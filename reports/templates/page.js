// Tables sort by a click on a heading, or by Enter or Space on it.
"use strict";
const compare = (a, b) => {
  if (a === "" || b === "") return (a === "") - (b === "");
  const x = Number(a), y = Number(b);
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en") : x - y;
};
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    // Not a <button>: browsers leave those out of the heading that is repeated on each printed page.
    const button = document.createElement("span");
    button.setAttribute("role", "button");
    button.tabIndex = 0;
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      button.click();
    });
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.value;
      const rows = [...table.tBodies[0].rows];
      const known = rows.filter((row) => value(row) !== "");
      const missing = rows.filter((row) => value(row) === "");
      known.sort((p, q) => (down ? -1 : 1) * compare(value(p), value(q)));
      table.tBodies[0].append(...known, ...missing);
    });
  });
}
