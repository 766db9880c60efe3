// Small drawings that stand for an answer, each with words for those who do not see
// them.

import { el, svg } from "./dom.js";

const PATHS = {
  yes: "M3.5 8.5l3 3 6-7",
  no: "M4 4l8 8M12 4l-8 8",
  unknown: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.4 8.6 8 9 8 9.9M8 12.4v.1",
  part: "M3.5 8.5l2.5 2.5 3-3.5M10 11.5h3",
  later: "M8 4v4.3l2.8 1.7M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8",
  object: "M8 3.5v9M3.5 8h9",
  back: "M6 4L3 7l3 3M3 7h6a3.5 3.5 0 0 1 0 7H7",
  certified: "M8 2l1.7 1.3 2.1-.2.6 2 1.8 1.2-.8 2 .8 2-1.8 1.2-.6 2-2.1-.2L8 14.6l-1.7-1.3-2.1.2-.6-2-1.8-1.2.8-2-.8-2 1.8-1.2.6-2 2.1.2zM5.8 8.2l1.6 1.6 2.9-3.2",
  other: "M4 5h8M4 8h8M4 11h5",
};

/** A drawing, and what it stands for. */
export function icon(name, words) {
  return el("span", { class: `icon ${name}`, title: words },
    svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: PATHS[name] ?? PATHS.other })),
    words ? el("span", { class: "unseen", text: words }) : null);
}
