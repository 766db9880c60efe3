// Dialogs: the browser's own, which keep the focus and close with Escape.

import { button, el, fresh } from "./dom.js";
import { typing } from "./typed.js";

/** Opens a dialog; the promise is kept with what it is closed with, or null. */
export function open({ title, body, actions = [], wide = false }) {
  const label = fresh("dialog");
  return new Promise((done) => {
    let result = null;
    const close = (value) => { result = value; dialog.close(); };
    const bar = el("div", { class: "actions" });
    const dialog = el("dialog", { class: wide ? "wide" : null, "aria-labelledby": label },
      el("form", { method: "dialog", novalidate: true, onsubmit: (event) => event.preventDefault() },
        el("h2", { id: label, text: title }), body, bar));
    for (const action of actions) {
      bar.append(button(action.label, async () => {
        if (!action.act) return close(action.value ?? null);
        const value = await during(bar, action.act);
        if (value !== undefined) close(value);
      }, { class: action.kind ?? "", type: action.first ? "submit" : "button" }));
    }
    dialog.addEventListener("close", () => { dialog.remove(); done(result); });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("[autofocus]")?.focus();
  });
}

/** What is being done cannot be cancelled, or begun once more. */
async function during(bar, act) {
  const buttons = [...bar.querySelectorAll("button:enabled")];
  const focused = document.activeElement;
  for (const one of buttons) one.disabled = true;
  try {
    return await act();
  } finally {
    for (const one of buttons) one.disabled = false;
    // A button that is disabled loses the focus.
    if (document.activeElement === document.body) focused?.focus();
  }
}

/** Asks whether to go on. */
export function confirm({ title, body, yes, dangerous = false }) {
  const text = typeof body === "string" ? el("p", { text: body }) : body;
  return open({
    title, body: text,
    actions: [
      { label: "Cancel", value: null },
      { label: yes, value: true, kind: dangerous ? "primary danger" : "primary", first: true },
    ],
  });
}

/** Asks for a line of text; `refused` says why the one before could not be
 * taken, and `typed` what it was. */
export async function ask({ title, label, value = "", yes, typed = value, refused = "" }) {
  const input = el("input", { type: "text", value: typed, maxlength: 200, autofocus: true, id: fresh("ask"), autocomplete: "off" });
  const closed = typing(() => (input.value === value ? "" : input.value.trim()));
  const answer = await open({
    title,
    body: el("div", { class: "field" }, el("label", { for: input.id, text: label }), input, el("p", { class: "error pre", role: "alert", text: refused })),
    actions: [
      { label: "Cancel", value: null },
      {
        label: yes, kind: "primary", first: true, act: () => {
          const text = input.value.trim();
          if (text === "") { input.focus(); return undefined; }
          return text;
        },
      },
    ],
  });
  closed();
  return answer;
}

/** Says what went wrong. */
export function problem(title, error) {
  return open({
    title, body: el("p", { class: "pre", text: error.message }),
    actions: [{ label: "Close", value: null, kind: "primary", first: true }],
  });
}
