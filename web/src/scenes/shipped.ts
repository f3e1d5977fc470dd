/** The scenes that come with Carom, the same files as the program's, and an empty table to draw on. */

import { words } from "../words";

export interface Shipped {
  /** As the command line has it. */
  id: string;
  /** In the language of the page. */
  name: string;
  about: string;
  text: string;
  /** As the file has them. */
  own: { name?: string; about?: string };
  /** Opens with the collision table. */
  table: boolean;
}

const files = import.meta.glob<string>("../../../scenes/*.json", { query: "?raw", import: "default", eager: true });

const FIRST = [
  "bullet_and_paper",
  "billiards_break",
  "two_balls",
  "two_balls_2d",
  "gas",
  "newtons_cradle",
  "pi_by_collisions",
];

const EMPTY = `{
  "carom": 1,
  "name": "Empty table",
  "about": "Draw circles, boxes, polygons and walls, and throw them.",
  "world": {
    "bounds": {"min": [-4, -2.5], "max": [4, 2.5], "edges": "rebound"}
  },
  "bodies": []
}
`;

function shipped(id: string, text: string): Shipped {
  const own = JSON.parse(text) as { name?: string; about?: string };
  const [name, about] = words.scenes[id] ?? [own.name ?? id, own.about ?? ""];
  return { id, name, about, text, own, table: id.startsWith("two_balls") };
}

function rank({ id }: Shipped): number {
  const place = FIRST.indexOf(id);
  return place < 0 ? FIRST.length : place;
}

export const SHIPPED: readonly Shipped[] = Object.entries(files)
  .map(([path, text]) => shipped(path.slice(path.lastIndexOf("/") + 1, -".json".length), text))
  .sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));

export const BLANK: Shipped = shipped("empty_table", EMPTY);

/** Name and idea of the scene that is open, in the language of the page where it is a shipped one. */
export function titled({ name, about }: { name: string; about: string }): { name: string; about: string } {
  const found = [...SHIPPED, BLANK].find(({ own }) => own.name === name && own.about === about);
  return found ?? { name: name || words.untitled, about };
}
