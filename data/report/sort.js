// A click on a column's head sorts its table by that column, a second click the
// other way round. Cells sort by the number they begin with, else as text.
for (const head of document.querySelectorAll("thead th")) {
  const button = document.createElement("button");
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const down = head.getAttribute("aria-sort") !== "descending";
    const value = (row) => {
      const text = row.cells[head.cellIndex].textContent.trim();
      const number = parseFloat(text.replace("−", "-").replace("+", ""));
      return Number.isNaN(number) ? text : number;
    };
    const compare = (a, b) => (typeof a === typeof b && typeof a === "number" ? a - b : String(a).localeCompare(String(b)));
    const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(value(a), value(b)));
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows);
  });
}
