// What changes an exploration is a letter: it has a name of its own, under which
// it is sent again until the server has decided about it, also over a reload of
// the page. The server does it once, however often it arrives.

import { insist, requestName, whoWrites } from "./api.js";
import { unsaved } from "./status.js";

const OUTBOX = "hornbook.outbox";

/** All letters on their way, the oldest first. */
let letters = stored();
/** One letter after the other, as they were written. */
let last = Promise.resolve();
/** The names of letters that were given up: sent again, they are the same. */
const givenUp = new Map();

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(OUTBOX)) ?? [];
  } catch {
    return [];
  }
}

function keep(those) {
  letters = those;
  try {
    sessionStorage.setItem(OUTBOX, JSON.stringify(letters));
  } catch {
    // Without storage a reload in the middle of sending would lose the letter;
    // there is nothing better to be had.
  }
}

/** Those of whoever is signed in; what others wrote in this tab waits for them. */
const own = () => letters.filter((letter) => letter.writer === whoWrites());

/** What is on its way, in words. */
export const underWay = () => own().map((letter) => letter.words);

/** Forgets a letter. */
export function drop(letter) {
  keep(letters.filter((other) => other.body.request !== letter.body.request));
}

/** Sends something that changes an exploration, for as long as it takes. `words`
 * say what it is, should it come back, and `asked` the question if it is an
 * answer. */
export async function send(path, body, words, asked) {
  const request = givenUp.get(content(path, body)) ?? requestName();
  const letter = { writer: whoWrites(), path, words, asked, body: { request, ...body } };
  keep([...letters, letter]);
  try {
    const answer = await inTurn(letter);
    drop(letter);
    return answer;
  } catch (error) {
    // Whoever is not known any more may be again, by another link.
    if (error.status !== 401) drop(letter);
    throw error;
  }
}

/** Sends what was under way when the page was left, before anything new. Says
 * how much of it was taken; what was refused goes to `back`, and is kept until
 * it is dropped. */
export async function sendLeftovers(back) {
  const send = async (letter) => {
    try {
      await inTurn(letter);
      drop(letter);
      return 1;
    } catch (error) {
      if (!error.status) throw error;
      if (error.status !== 401) back(letter, error);
      return 0;
    }
  };
  const taken = await Promise.all(own().map(send));
  return taken.reduce((sum, one) => sum + one, 0);
}

function inTurn(letter) {
  const sent = last.then(() => deliver(letter));
  last = sent.catch(() => {});
  return sent;
}

async function deliver({ path, body }) {
  let stop;
  const stopped = new Promise((done) => { stop = done; });
  const failing = (error) => unsaved(error && `The server could not save this: ${error.message} It is tried again.`, stop);
  const { request, ...said } = body;
  givenUp.delete(content(path, said));
  try {
    return await insist("POST", path, { body }, { failing, stopped });
  } catch (error) {
    if (error.kind === "stopped") givenUp.set(content(path, said), request);
    throw error;
  } finally {
    failing(null);
  }
}

/** What a letter says, whatever its name, and however long it took to write. */
function content(path, { took: _, ...said }) {
  return JSON.stringify([path, said]);
}
