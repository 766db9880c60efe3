// Small domains to try: each is begun with one click, and is an exploration like any
// other from then on.

import { create, post, requestName, room as at } from "./api.js";

const words = (pairs) => pairs.map(([name, phrase, description]) => ({ name, phrase, ...(description ? { description } : {}) }));

/** The domains; of the last, some objects are known already. */
export const SAMPLES = [
  {
    key: "kitchen", title: "Kitchen tools", about: "Everyday things, where everybody is an expert. Six attributes.",
    attributes: words([
      ["blade", "has a blade"], ["cuts food", "cuts food"], ["heats food", "heats food"], ["electric", "runs on electricity"],
      ["holds liquid", "can hold a liquid", "Without leaking: a bowl does, a sieve does not."], ["hand-held", "is held in the hand while in use"],
    ]),
    objects: [],
  },
  {
    key: "quadrilaterals", title: "Quadrilaterals", about: "A bit of geometry, where every answer is certain. Six attributes.",
    attributes: words([
      ["parallel sides", "has a pair of parallel sides"], ["two parallel pairs", "has two pairs of parallel sides"],
      ["equal sides", "has four equal sides"], ["right angles", "has four right angles"],
      ["equal diagonals", "has diagonals of equal length"], ["perpendicular diagonals", "has diagonals that cross at right angles"],
    ]),
    objects: [],
  },
  {
    key: "vehicles", title: "Vehicles", about: "Five attributes, and six vehicles are known already: you are asked about the rest only.",
    attributes: words([
      ["wheels", "has wheels"], ["engine", "has an engine"], ["land", "travels on land"], ["water", "travels on water"], ["air", "travels through the air"],
    ]),
    objects: [
      ["car", ["wheels", "engine", "land"]], ["bicycle", ["wheels", "land"]], ["sailing boat", ["water"]],
      ["motorboat", ["engine", "water"]], ["airliner", ["wheels", "engine", "air"]], ["sledge", ["land"]],
    ],
  },
];

/** Begins one of them, and says what it goes by. */
export async function begin({ title, attributes, objects }) {
  const made = await create("/api/explorations", { title, attributes });
  const names = attributes.map(({ name }) => name);
  for (const [name, has] of objects) {
    const lacks = names.filter((attribute) => !has.includes(attribute));
    await post(`${at(made.name)}/objects`, { request: requestName(), object: { name, has, lacks } });
  }
  return made.name;
}
