// Signing in with the token that the server was started with.

import { signIn } from "./api.js";
import { el, put } from "./dom.js";

export class SignIn {
  constructor(app) {
    app.bar();
    app.title("Sign in");
    const token = el("input", { type: "password", id: "token", autocomplete: "current-password", required: true, "aria-describedby": "token-help sign-in-problem" });
    const said = el("p", { class: "error", id: "sign-in-problem", role: "alert" });
    const send = async (event) => {
      event.preventDefault();
      said.textContent = "";
      try {
        await signIn(token.value.trim());
        location.reload();
      } catch (error) {
        said.textContent = error.message;
        token.select();
      }
    };
    put(app.main, el("div", { class: "wrap narrow" },
      el("form", { class: "card sign-in", onsubmit: send },
        el("h1", { tabindex: -1, text: "Sign in" }),
        el("p", { id: "token-help", text: "The owner signs in with the token that the server was started with. "
          + "If you were invited, open the link that you were given: it signs you in." }),
        // Password managers keep it under this name.
        el("input", { type: "text", name: "username", autocomplete: "username", value: "owner", hidden: true }),
        el("div", { class: "field" }, el("label", { for: "token", text: "Token" }), token), said,
        el("button", { class: "primary", type: "submit", text: "Sign in" }))));
    token.focus();
  }
}
