// Who somebody is, in words.

/** What a role is called, and what it lets somebody do. */
export const ROLES = [
  ["expert", "Expert", "is asked and answers"],
  ["reader", "Reader", "sees everything, answers nothing"],
  ["owner", "Owner", "answers, invites and sets up"],
];

/** The part that somebody has: whoever has a `room` was invited there. */
export function part({ role, room }) {
  return room ? { reader: "a reader", expert: "an expert", owner: "an owner" }[role] : "the owner";
}
