// Signing in with the token of the server: typed, or out of the link that it
// prints.

import { signIn } from "./api.js";
import { confirm } from "./dialog.js";
import { el, fresh, put } from "./dom.js";
import { part } from "./person.js";

const OLD_LINK = "This link is not good any more: the server was started anew, and has printed another one. Open that, or type the token in it.";

/** Signs in with the token of a link, if that is needed and wanted. Says whether
 * that was done, and what is wrong with the link. */
export async function signInByLink(token, session) {
  if (session.signed_in && !(session.room && await isWanted(session))) return { signedIn: false, wrong: "" };
  try {
    await signIn(token);
    return { signedIn: true, wrong: "" };
  } catch (error) {
    if (!error.status) throw error;
    return { signedIn: false, wrong: error.status === 401 ? OLD_LINK : error.message };
  }
}

/** Asks a guest whether to become the owner. */
function isWanted(session) {
  return confirm({
    title: "Sign in as the owner?", yes: "Sign in as the owner",
    body: `You are signed in here as ${session.who}, ${part(session)}. If you sign in as the owner, you are signed out as ${session.who} in this browser, and need another link to come back.`,
  });
}

/** A form for the token. */
export function tokenForm(wrong = "") {
  const token = el("input", { type: "password", id: "token", autocomplete: "current-password", required: true, "aria-describedby": "token-help sign-in-problem" });
  const said = el("p", { class: "error", id: "sign-in-problem", role: "alert", text: wrong });
  const send = async (event) => {
    event.preventDefault();
    said.textContent = "";
    try {
      await signIn(tokenIn(token.value));
      location.reload();
    } catch (error) {
      said.textContent = error.message;
      token.select();
    }
  };
  return el("form", { onsubmit: send },
    el("p", { id: "token-help", text: "The owner opens the link that the server printed when it was started, or types the token in it. "
      + "If you were invited, open the link that you were given." }),
    // Password managers keep it under this name.
    el("input", { type: "text", name: "username", autocomplete: "username", value: "owner", hidden: true }),
    el("div", { class: "field" }, el("label", { for: "token", text: "Token" }), token), said,
    el("div", { class: "actions" }, el("button", { class: "primary", type: "submit", text: "Sign in" })));
}

/** The token in what was typed: perhaps all of the link. */
const tokenIn = (text) => text.trim().replace(/^.*#\/sign-in\//, "");

export class SignIn {
  constructor(app, wrong) {
    app.bar();
    app.title("Sign in");
    const label = fresh("sign-in");
    put(app.main, el("div", { class: "wrap narrow" },
      el("section", { class: "card sign-in", "aria-labelledby": label }, el("h1", { tabindex: -1, id: label, text: "Sign in" }), tokenForm(wrong))));
    document.getElementById("token").focus();
  }
}
