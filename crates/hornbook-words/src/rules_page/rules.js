// The rules that were asked for, in the order that was asked for. Names come from the
// table: they are put into the page as text, never as HTML.
{
  const BATCH = 200;
  const data = JSON.parse(document.getElementById("rules-data").textContent);
  const find = (id) => document.getElementById(id);
  const table = find("rules");
  const body = table.tBodies[0];
  const count = data.premise.length;
  const grouped = (number) => number.toLocaleString("en");
  const counted = (number, thing) => `${grouped(number)} ${thing}${number === 1 ? "" : "s"}`;

  const hasExceptions = (rule) => rule >= data.without_exceptions;
  const never = (rule) => data.conclusion[rule] === null || data.support[rule] === 0;
  const namesOf = (attributes) => attributes.map((attribute) => data.attributes[attribute]).join(", ");
  const premiseOf = (rule) => namesOf(data.premise[rule]);
  const conclusionOf = (rule) => (data.conclusion[rule] === null ? "never" : namesOf(data.conclusion[rule]));
  const share = (rule) => (data.support[rule] ? data.both[rule] / data.support[rule] : null);
  // Never rounded up: 99.99% is not 100%.
  const percent = (share) => (share === 1 ? "100%" : `${(Math.floor(share * 1000 + 1e-9) / 10).toFixed(1)}%`);

  // What a column of the table is sorted by, and what it shows.
  const columns = {
    place: { key: (rule) => rule, shown: (rule) => grouped(rule + 1) },
    rule: { key: (rule) => `${premiseOf(rule)} → ${conclusionOf(rule)}` },
    support: { key: (rule) => data.support[rule], shown: grouped },
    confidence: { key: share, shown: percent },
    lift: { key: (rule) => data.lift[rule], shown: (lift) => lift.toFixed(2) },
    leverage: { key: (rule) => data.leverage[rule], shown: (leverage) => leverage.toFixed(3) },
    conviction: {
      key: (rule) => (data.both[rule] === null ? null : (data.conviction[rule] ?? Infinity)),
      shown: (conviction) => (conviction === Infinity ? "∞" : conviction.toFixed(2)),
    },
  };
  const shownColumns = [...table.tHead.rows[0].cells].map((header) => header.dataset.name);

  function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  // What is told of a rule when it is opened.
  function rowsOf(rule) {
    const told = element("div", undefined, "rows");
    const tell = (start, text) => {
      const line = element("p", start);
      line.append(element("span", text));
      told.append(line);
    };
    const [support, both] = [data.support[rule], data.both[rule]];
    const some = (labels, all) =>
      labels.join(", ") + (all > labels.length ? ` and ${grouped(all - labels.length)} more` : "");
    if (support === 0) tell("No row has the premise, so there is none to show.");
    if (support > 0 && data.rows !== null) {
      const of = `${counted(support, "row")} of ${grouped(data.rows)} ${support === 1 ? "has" : "have"} the premise`;
      tell(hasExceptions(rule) ? `${of}, and ${grouped(both)} of these the conclusion.` : `${of}, and all of these the conclusion.`);
    }
    const examples = data.examples[rule].map((label) => data.labels[label]);
    if (examples.length > 0) tell("For example: ", some(examples, both ?? support));
    // What an exception has all the same is worth a word.
    const exceptions = data.exceptions[rule].map(([label, lacks]) =>
      lacks.length < data.conclusion[rule].length ? `${data.labels[label]} (without ${namesOf(lacks)})` : data.labels[label],
    );
    if (exceptions.length > 0) tell("Exceptions: ", some(exceptions, support - both));
    if (!told.hasChildNodes()) tell("There is no table to take rows from.");
    return told;
  }

  function rowOf(rule) {
    const row = element("tr");
    for (const name of shownColumns) {
      if (name === "rule") {
        const cell = element("td", undefined, "rule");
        const details = element("details");
        const summary = element("summary");
        summary.append(data.premise[rule].length > 0 ? premiseOf(rule) : element("i", "every row"), " → ");
        summary.append(element("b", conclusionOf(rule), data.conclusion[rule] === null ? "never" : ""));
        details.append(summary);
        details.addEventListener("toggle", () => details.childElementCount > 1 || details.append(rowsOf(rule)));
        cell.append(details);
        row.append(cell);
      } else {
        const { key, shown } = columns[name];
        const value = name === "place" ? rule : key(rule);
        row.append(element("td", value === null ? "" : shown(value), "number"));
      }
    }
    return row;
  }

  // The rules that pass the filters, in order, and how many of them are in the page.
  let order = Array.from({ length: count }, (_, rule) => rule);
  let passing = order;
  let drawn = 0;

  function drawMore() {
    const next = passing.slice(drawn, drawn + BATCH);
    body.append(...next.map(rowOf));
    drawn += next.length;
    const left = passing.length - drawn;
    find("more").hidden = left === 0;
    find("more").textContent = `Show ${grouped(Math.min(BATCH, left))} more of ${grouped(left)}`;
  }

  function draw() {
    body.replaceChildren();
    drawn = 0;
    drawMore();
    find("shown").textContent =
      count === 0 ? "There are no rules."
      : passing.length === count ? `Showing all of ${counted(count, "rule")}.`
      : `Showing ${grouped(passing.length)} of ${counted(count, "rule")}.`;
  }

  // Texts that words are looked for in.
  const texts = {
    premise: order.map((rule) => premiseOf(rule).toLowerCase()),
    conclusion: order.map((rule) => conclusionOf(rule).toLowerCase()),
  };
  texts.both = order.map((rule) => `${texts.premise[rule]}\n${texts.conclusion[rule]}`);

  // What the conclusion must be about: "" for anything, "column 3" or "attribute 17".
  function isAbout(about) {
    const [kind, place] = about.split(" ");
    if (kind === "never") return (rule) => data.conclusion[rule] === null;
    const fits = kind === "column" ? (attribute) => data.column[attribute] === +place : (attribute) => attribute === +place;
    return (rule) => data.conclusion[rule] !== null && data.conclusion[rule].some(fits);
  }

  function filter() {
    const words = find("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const searched = texts[find("side").value];
    const about = find("about").value;
    const least = +find("least").value || 0;
    const kind = find("kind").value;
    const tests = [];
    if (words.length > 0) tests.push((rule) => words.every((word) => searched[rule].includes(word)));
    if (about) tests.push(isAbout(about));
    if (least > 0) tests.push((rule) => data.support[rule] >= least);
    if (kind) tests.push((rule) => hasExceptions(rule) === (kind === "with"));
    if (find("hide-never").checked) tests.push((rule) => !never(rule));
    passing = order.filter((rule) => tests.every((test) => test(rule)));
    for (const button of find("by-column").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === about));
    }
    draw();
  }

  // The columns that rules are about, with how many are: to choose one.
  function listColumns() {
    const ofColumn = data.columns.map(() => 0);
    const ofAttribute = data.attributes.map(() => 0);
    let impossible = 0;
    for (const conclusion of data.conclusion) {
      if (conclusion === null) impossible += 1;
      else {
        conclusion.forEach((attribute) => (ofAttribute[attribute] += 1));
        new Set(conclusion.map((attribute) => data.column[attribute])).forEach((column) => (ofColumn[column] += 1));
      }
    }
    const list = find("by-column").querySelector("ul");
    const about = find("about");
    const choose = (value, name, count) => {
      const button = element("button", name);
      button.type = "button";
      button.value = value;
      button.append(element("span", grouped(count)));
      button.addEventListener("click", () => {
        about.value = about.value === value ? "" : value;
        filter();
      });
      const item = element("li");
      item.append(button);
      list.append(item);
    };
    const offer = (parent, value, name) => {
      const option = element("option", name);
      option.value = value;
      parent.append(option);
    };
    const members = data.columns.map(() => []);
    data.column.forEach((column, attribute) => ofAttribute[attribute] > 0 && members[column].push(attribute));
    data.columns.forEach((name, column) => {
      if (ofColumn[column] === 0) return;
      choose(`column ${column}`, name, ofColumn[column]);
      const own = members[column];
      if (own.length === 1 && data.attributes[own[0]] === name) {
        offer(about, `column ${column}`, name);
        return;
      }
      const group = element("optgroup");
      group.label = name;
      offer(group, `column ${column}`, `${name}: any`);
      own.forEach((attribute) => offer(group, `attribute ${attribute}`, data.attributes[attribute]));
      about.append(group);
    });
    if (impossible > 0) {
      choose("never", "what never occurs", impossible);
      offer(about, "never", "what never occurs");
    }
    find("by-column").hidden = list.childElementCount < 2;
  }

  const filters = find("filters");
  const isUseful = {
    support: shownColumns.includes("support"),
    kind: data.without_exceptions > 0 && data.without_exceptions < count,
    never: order.some(never) && !order.every(never),
  };
  for (const label of filters.querySelectorAll("[data-for]")) label.hidden = !isUseful[label.dataset.for];
  filters.hidden = count === 0;
  filters.addEventListener("input", filter);
  filters.addEventListener("reset", () => setTimeout(filter));
  filters.addEventListener("submit", (event) => event.preventDefault());
  find("more").addEventListener("click", drawMore);
  // What is scrolled to comes by itself.
  new IntersectionObserver((seen) => {
    if (seen.some((entry) => entry.isIntersecting)) drawMore();
  }).observe(find("more"));
  makeSortable(table, (place, compare) => {
    const { key } = columns[shownColumns[place]];
    const keys = data.premise.map((_, rule) => key(rule));
    // What is equal stays in the order of the book.
    order = data.premise.map((_, rule) => rule).sort((a, b) => compare(keys[a], keys[b]));
    filter();
  });
  listColumns();
  filter();
}
