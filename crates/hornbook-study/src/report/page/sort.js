"use strict";
// A click on a header sorts by its column; another one, the other way round.
for (const header of document.querySelectorAll("th")) {
  header.querySelector("button").addEventListener("click", () => {
    const table = header.closest("table");
    const body = table.tBodies[0];
    const place = header.cellIndex;
    const upwards = header.getAttribute("aria-sort") !== "ascending";
    const key = (row) => row.cells[place].dataset.key;
    const numbers = header.classList.contains("number");
    const compare = numbers
      ? (a, b) => (key(a) === "" ? -Infinity : +key(a)) - (key(b) === "" ? -Infinity : +key(b)) || 0
      : (a, b) => key(a).localeCompare(key(b), undefined, { numeric: true });
    const rows = [...body.rows].sort((a, b) => (upwards ? compare(a, b) : compare(b, a)));
    body.append(...rows);
    table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    header.setAttribute("aria-sort", upwards ? "ascending" : "descending");
  });
}
