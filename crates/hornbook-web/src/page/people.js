// Who takes part: invitations with a role, and perhaps about some attributes
// only.

import { create, get, remove, room as at } from "./api.js";
import { confirm, open, problem } from "./dialog.js";
import { button, el, fresh, put, toast } from "./dom.js";
import { typing } from "./typed.js";
import { list } from "./words.js";

const ROLES = [
  ["expert", "Expert", "is asked and answers"],
  ["reader", "Reader", "sees everything, answers nothing"],
  ["owner", "Owner", "answers, invites and sets up"],
];

export class People {
  constructor(room) {
    this.room = room;
    this.list = el("div", {});
    this.invited = [];
    this.node = el("div", {}, el("div", { class: "heading" }, el("h1", { tabindex: -1, text: "People" })), this.list, room.isOwner ? this.form() : null);
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
    this.error = el("p", { class: "error", role: "alert" });
    return el("form", { class: "card invite", novalidate: true, onsubmit: (event) => { event.preventDefault(); this.invite(); } },
      el("h2", { text: "Invite somebody" }),
      el("div", { class: "field" }, el("label", { for: this.name.id, text: "Name" }), this.name),
      this.roles, this.limits, this.error,
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
    const key = JSON.stringify(state.people);
    if (key !== this.key) {
      this.key = key;
      this.refresh();
    }
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
      el("td", { text: person.revoked ? "revoked" : here.get(person.name) ? "here now" : "away" }),
      el("td", {}, person.id && !person.revoked && this.room.isOwner ? button("Revoke…", () => this.revoke(person), { class: "small", "aria-label": `Revoke the invitation of ${person.name}` }) : null));
    put(this.list, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Who takes part" }, el("table", { class: "people" },
      el("thead", {}, el("tr", {}, ["Name", "Role", "Asked about", ""].map((text) => el("th", { scope: "col", text: text || "Presence" })), el("td", {}))),
      el("tbody", {}, others.map(row), this.invited.map(row)))));
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
      const made = await create(`${at(this.room.name)}/people`, { name, role, ...(about.length > 0 && role !== "reader" ? { about } : {}) });
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
      body: el("div", { class: "field" }, el("label", { for: field.id, text: "Send this to nobody else: whoever opens it is this person. It is shown only now." }), field),
      actions: [{ label: "Copy", act: copy }, { label: "Done", value: true, kind: "primary", first: true }],
    });
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
