"use strict";
// A click on a header of the table has it put in order by that column; another one,
// the other way round. `order` gets the place of the column and how to compare two
// keys: texts, or numbers of which "" and null are the least.
function makeSortable(table, order) {
  const headers = [...table.querySelectorAll("th")];
  const number = (key) => (key === "" || key === null ? -Infinity : +key);
  const compareNumbers = (a, b) => {
    const [first, second] = [number(a), number(b)];
    return first === second ? 0 : first - second;
  };
  const collator = new Intl.Collator(undefined, { numeric: true });
  for (const header of headers) {
    header.querySelector("button").addEventListener("click", () => {
      const now = header.getAttribute("aria-sort");
      const upwards = now === null ? header.dataset.first !== "descending" : now === "descending";
      const compare = header.classList.contains("number") ? compareNumbers : collator.compare;
      order(header.cellIndex, (a, b) => (upwards ? compare(a, b) : compare(b, a)));
      headers.forEach((other) => other.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", upwards ? "ascending" : "descending");
    });
  }
}
