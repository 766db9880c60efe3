// Rows of a drawing, drawn closer together: a layout with room for every line
// between two concepts is far too wide for a screen once there are hundreds.

/** The room a concept takes in a row, and more for each letter written at it. */
const ROOM = 60;
const LETTER = 13;
const LONGEST = 24;
/** Room at the rim, and the least and most between rows. */
const MARGIN = 80;
const BETWEEN = [80, 240];
/** Wider than this many times its height, a drawing is drawn closer. */
const WIDE = 2;

/** The same diagram with a shape that fits a screen. The order within each row
 * stays, so that lines cross as little as they did. */
export function closer(diagram) {
  const { nodes, width, height } = diagram;
  if (width <= WIDE * height) return diagram;
  const rows = new Map();
  nodes.forEach((node, place) => rows.set(node.y, [...(rows.get(node.y) ?? []), place]));
  const heights = [...rows.keys()].sort((a, b) => a - b);
  for (const row of rows.values()) row.sort((a, b) => nodes[a].x - nodes[b].x);
  const widest = Math.max(...[...rows.values()].map((row) => offsets(row, nodes).at(-1)));
  const all = nodes.map((node) => node.x);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const scale = Math.min(1, Math.max(widest, 600) / Math.max(most - least, 1));
  const x = new Array(nodes.length);
  for (const row of rows.values()) {
    const apart = offsets(row, nodes);
    const wanted = row.map((place, at) => (nodes[place].x - least) * scale - apart[at]);
    rising(wanted).forEach((value, at) => { x[row[at]] = value + apart[at]; });
  }
  const [left, right] = [Math.min(...x), Math.max(...x)];
  const step = Math.min(Math.max((right - left) / (heights.length * 1.8), BETWEEN[0]), BETWEEN[1]);
  const moved = nodes.map((node, place) => ({ ...node, x: x[place] - left + MARGIN, y: heights.indexOf(node.y) * step + MARGIN }));
  return { ...diagram, nodes: moved, width: right - left + 2 * MARGIN, height: (heights.length - 1) * step + 2 * MARGIN };
}

/** Where the concepts of a row are if they are as near as can be. */
function offsets(row, nodes) {
  const room = ({ attributes, objects }) => Math.max(ROOM, ...[...attributes, ...objects].map((name) => Math.min(name.length, LONGEST) * LETTER));
  const places = [0];
  for (let at = 1; at < row.length; at += 1) places.push(places[at - 1] + (room(nodes[row[at - 1]]) + room(nodes[row[at]])) / 2);
  return places;
}

/** The rising numbers that are nearest to these, by least squares: neighbours
 * in the wrong order are put at their mean. */
function rising(wanted) {
  const pools = [];
  for (const value of wanted) {
    pools.push({ sum: value, size: 1 });
    while (pools.length > 1 && mean(pools.at(-2)) > mean(pools.at(-1))) {
      const { sum, size } = pools.pop();
      pools.at(-1).sum += sum;
      pools.at(-1).size += size;
    }
  }
  return pools.flatMap((pool) => new Array(pool.size).fill(mean(pool)));
}

function mean({ sum, size }) {
  return sum / size;
}
