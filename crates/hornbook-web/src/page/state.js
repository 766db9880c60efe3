// The state of an exploration, of which the server sends what changed. What did
// not change stays the same object, so that views can tell by looking at it; and
// since it is used again, nothing may change it.

/** What changes to a state can be applied to is asked for with this. */
export const since = (state) => (state === null ? "" : `&since=${state.tag}`);

/** The new state by what the server sent: the whole of it, or what changed since
 * the one before. Nothing if that is not the state before, and the whole is needed. */
export function following(before, sent) {
  if (sent.since === undefined) return frozen(sent);
  if (sent.since !== before?.tag) return null;
  if (sent.tag === before.tag) return before;
  const state = { ...before, ...sent.set, tag: sent.tag };
  for (const name of sent.gone) delete state[name];
  for (const [name, pieces] of Object.entries(sent.lists)) {
    const list = before[name];
    state[name] = pieces.flatMap(({ keep, put }) => put ?? list.slice(keep[0], keep[0] + keep[1]));
  }
  return frozen(state);
}

function frozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
