for (const table of document.querySelectorAll("table")) {
  makeSortable(table, (place, compare) => {
    const body = table.tBodies[0];
    const key = (row) => row.cells[place].dataset.key;
    body.append(...[...body.rows].sort((a, b) => compare(key(a), key(b))));
  });
}
