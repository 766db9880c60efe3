// Who takes part: invitations with a role, and perhaps about some attributes
// only.

import { create, get, post, remove, room as at } from "./api.js";
import { Agreement } from "./agreement.js";
import { confirm, open, problem } from "./dialog.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { ROLES, part } from "./person.js";
import { typing } from "./typed.js";
import { list, when } from "./words.js";

/** For how many days a link may be good. */
const DAYS = [[1, "1 day"], [7, "7 days"], [30, "30 days"], [365, "1 year"]];
const USUAL_DAYS = 30;

/** A choice for how long a link is good. */
function daysField() {
  const select = el("select", { id: fresh("days") }, DAYS.map(([days, text]) => el("option", { value: days, selected: days === USUAL_DAYS, text })));
  const field = el("div", { class: "field" }, el("label", { for: select.id, text: "The link is good for" }), select,
    el("p", { class: "hint", text: "Each link is good for one browser, once. Whoever joined by it stays." }));
  return { field, select };
}

/** What became of somebody's link. */
function linkWords({ link, expires }) {
  if (link === "used") return "came by the link";
  if (link === "expired") return "the link has expired";
  return `the link was not used yet; it is good ${expires ? `until ${when(expires)}` : "for as long as it takes"}`;
}

export class People {
  constructor(room) {
    this.room = room;
    this.list = el("div", {});
    this.invited = [];
    this.agreement = new Agreement(room);
    this.node = el("div", {}, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "People" })), this.list, room.isOwner ? this.form() : null, this.agreement.node);
  }

  form() {
    this.name = el("input", { type: "text", id: fresh("name"), maxlength: 100, autocomplete: "off", required: true });
    typing(() => this.name.value.trim());
    const role = ([value, label, more], at) => el("label", {}, el("input", { type: "radio", name: "role", value, checked: at === 0, onchange: () => this.roleChanged() }),
      el("span", {}, el("strong", { text: label }), ` ${more}`));
    this.roles = el("fieldset", { class: "roles" }, el("legend", { text: "Role" }), ROLES.map(role));
    this.about = el("div", { class: "choices" });
    this.limits = el("details", {}, el("summary", { text: "Ask only about some attributes" }),
      el("p", { class: "quiet", text: "Without any, this person is asked about all." }), this.about);
    this.days = daysField();
    this.error = el("p", { class: "error", role: "alert" });
    return el("form", { class: "card invite", novalidate: true, onsubmit: (event) => { event.preventDefault(); this.invite(); } },
      el("h2", { text: "Invite somebody" }),
      el("div", { class: "field" }, el("label", { for: this.name.id, text: "Name" }), this.name),
      this.roles, this.limits, this.days.field, this.error,
      el("div", { class: "actions" }, el("button", { type: "submit", class: "primary", text: "Make a link" })));
  }

  role() {
    return this.roles.querySelector("input:checked").value;
  }

  roleChanged() {
    this.limits.hidden = this.role() === "reader";
  }

  update(state) {
    if (this.about) {
      const names = JSON.stringify(state.attributes.map(({ name }) => name));
      if (names !== this.names) {
        this.names = names;
        const chosen = new Set(this.chosen());
        put(this.about, state.attributes.map(({ name }) => el("label", { class: "check" },
          el("input", { type: "checkbox", value: name, checked: chosen.has(name) }), ` ${name}`)));
      }
    }
    this.people = state.people;
    this.programs = state.programs;
    this.agreement.update();
    const key = JSON.stringify([state.people, state.programs]);
    if (key !== this.key) {
      this.key = key;
      this.refresh();
    }
  }

  /** Who came by their link meanwhile is not part of the state. */
  enter() {
    this.refresh();
  }

  chosen() {
    return [...this.about.querySelectorAll("input:checked")].map((box) => box.value);
  }

  async refresh() {
    if (this.room.isOwner) {
      try {
        this.invited = (await get(`${at(this.room.name)}/people`)).people;
      } catch (error) {
        put(this.list, el("p", { class: "error", role: "alert", text: error.message }));
        return;
      }
    }
    this.draw();
  }

  draw() {
    const here = new Map(this.people.map((person) => [person.name, person.here]));
    const named = new Set(this.invited.map((person) => person.name));
    const others = this.people.filter((person) => !named.has(person.name));
    const row = (person) => el("tr", { class: person.revoked ? "gone" : null },
      el("th", { scope: "row" }, el("span", { class: here.get(person.name) ? "dot on" : "dot", "aria-hidden": "true" }), person.name,
        person.name === this.room.state.me.who ? el("span", { class: "quiet", text: " (you)" }) : null),
      el("td", { text: person.role }),
      el("td", { text: person.about ? list(person.about) : "all attributes" }),
      el("td", {}, person.revoked ? "revoked" : here.get(person.name) ? "here now" : "away",
        person.id && !person.revoked ? el("div", { class: "quiet", text: linkWords(person) }) : null),
      el("td", { class: "doing" }, person.id && !person.revoked && this.room.isOwner ? [
        person.name === this.room.state.me.who ? null : button("Role…", () => this.changeRole(person), { class: "small", "aria-label": `Change the role of ${person.name}` }),
        button("New link…", () => this.newLink(person), { class: "small", "aria-label": `New link for ${person.name}` }),
        button("Revoke…", () => this.revoke(person), { class: "small", "aria-label": `Revoke the invitation of ${person.name}` })] : null));
    put(this.list, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Who takes part" }, el("table", { class: "people" },
      el("thead", {}, el("tr", {}, ["Name", "Role", "Asked about", ""].map((text) => el("th", { scope: "col", text: text || "Presence" })), el("td", {}))),
      el("tbody", {}, others.map(row), this.invited.map(row), this.programs.names.map((name) => this.program(name))))),
    this.programs.notes.length > 0 ? el("div", { class: "note", "data-program-notes": true }, el("p", { text: "Programs had trouble:" }),
      el("ul", {}, this.programs.notes.map((text) => el("li", { text })))) : null);
  }

  /** A program that is asked before people. */
  program(name) {
    return el("tr", { "data-program": name },
      el("th", { scope: "row" }, el("span", { class: "dot on", "aria-hidden": "true" }), name),
      el("td", { text: "program" }), el("td", { text: "all attributes" }),
      el("td", { text: this.programs.asked ? "is asked now" : "is asked before people" }), el("td", {}));
  }

  async invite() {
    this.error.textContent = "";
    const name = this.name.value.trim();
    if (name === "") {
      this.error.textContent = "Say who it is: answers carry this name.";
      this.name.focus();
      return;
    }
    const about = this.chosen();
    const role = this.role();
    try {
      const made = await create(`${at(this.room.name)}/people`, { name, role, days: Number(this.days.select.value), ...(about.length > 0 && role !== "reader" ? { about } : {}) });
      this.reset();
      this.refresh();
      await this.showLink(name, new URL(made.link, location.origin).href);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  /** The next one is a person of their own. */
  reset() {
    this.name.value = "";
    this.roles.querySelector("input").checked = true;
    for (const box of this.about.querySelectorAll("input")) box.checked = false;
    this.days.select.value = USUAL_DAYS;
    this.roleChanged();
  }

  showLink(name, link) {
    const field = el("input", { type: "text", readonly: true, value: link, id: fresh("link"), autofocus: true, class: "link", onfocus: (event) => event.target.select() });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(link);
        toast("Copied.");
      } catch {
        // Not every browser lets a page do it; the text is selected, then.
        field.select();
        toast("Press Ctrl+C to copy.");
      }
      return undefined;
    };
    return open({
      title: `The link for ${name}`,
      body: el("div", { class: "field" }, el("label", { for: field.id, text: "Send this to nobody else: whoever joins by it is this person. It is good for one browser, once, and is shown only now." }), field),
      actions: [{ label: "Copy", act: copy }, { label: "Done", value: true, kind: "primary", first: true }],
    });
  }

  /** Another link for somebody, who lost theirs or has another browser. */
  async newLink(person) {
    const { field, select } = daysField();
    const made = await open({
      title: `Another link for ${person.name}?`,
      body: el("div", {}, el("p", { text: "For another browser, or if the first link was lost. A link from before that was not used is void then; "
        + "where this person is signed in, they stay." }), field),
      actions: [{ label: "Cancel", value: null }, { label: "Make a link", kind: "primary", first: true, act: async () => {
        try {
          return await post(`${at(this.room.name)}/people/${encodeURIComponent(person.id)}/link`, { days: Number(select.value) });
        } catch (error) {
          await problem("There is no new link", error);
          return null;
        }
      } }],
    });
    this.refresh();
    if (made) await this.showLink(person.name, new URL(made.link, location.origin).href);
  }

  /** Another role for somebody, and perhaps other attributes to be asked about. */
  async changeRole(person) {
    const name = fresh("role");
    const roles = el("fieldset", { class: "roles" }, el("legend", { text: "Role" }), ROLES.map(([value, label, more]) => el("label", {},
      el("input", { type: "radio", name, value, checked: value === person.role, autofocus: value === person.role, onchange: () => show() }), el("span", {}, el("strong", { text: label }), ` ${more}`))));
    const attributes = el("details", { open: Boolean(person.about) }, el("summary", { text: "Ask only about some attributes" }),
      el("p", { class: "quiet", text: "Without any, this person is asked about all." }),
      el("div", { class: "choices" }, this.room.state.attributes.map((attribute) => el("label", { class: "check" },
        el("input", { type: "checkbox", value: attribute.name, checked: person.about?.includes(attribute.name) ?? false }), ` ${attribute.name}`))));
    const chosen = () => roles.querySelector("input:checked").value;
    const show = () => { attributes.hidden = chosen() === "reader"; };
    show();
    const act = async () => {
      const about = [...attributes.querySelectorAll("input:checked")].map((box) => box.value);
      try {
        return await post(`${at(this.room.name)}/people/${encodeURIComponent(person.id)}/role`, { role: chosen(), about: about.length > 0 ? about : null });
      } catch (error) {
        await problem("The role was not changed", error);
        return null;
      }
    };
    const done = await open({
      title: `The role of ${person.name}`,
      body: el("div", {}, roles, attributes, el("p", { class: "quiet", text: "It counts at once, also where the page is open. What this person answered stays." })),
      actions: [{ label: "Cancel", value: null }, { label: "Change", kind: "primary", first: true, act }],
    });
    if (done) toast(`${person.name} is ${part({ role: done.role, room: true })} now.`);
    this.refresh();
  }

  async revoke(person) {
    const sure = await confirm({
      title: `Revoke the invitation of ${person.name}?`, yes: "Revoke", dangerous: true,
      body: "The link stops working at once, also where it is open. What this person answered stays.",
    });
    if (!sure) return;
    try {
      await remove(`${at(this.room.name)}/people/${encodeURIComponent(person.id)}`);
      toast("Revoked.");
    } catch (error) {
      await problem("This could not be revoked", error);
    }
    this.refresh();
  }
}
