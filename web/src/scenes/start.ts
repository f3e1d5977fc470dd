/** Which scene an address means: one in the address itself, one that `carom play` serves, or one of the shipped. */

import { fromFragment } from "./link";
import { BLANK, SHIPPED } from "./shipped";
import { worksheet } from "./worksheets";
import { words } from "../words";

export interface Found {
  text: string;
  /** What is wrong with the address. */
  problem?: string;
  /** The address says nothing, and this is the usual one. */
  usual: boolean;
  /** A file that may have changed since. */
  served: boolean;
}

/** The text that `carom play` serves. */
export async function served(): Promise<string> {
  const response = await fetch("./scene.json");
  if (!response.ok) throw new Error(words.trouble.notFetched(`${response.status} ${response.statusText}`));
  return response.text();
}

export async function sceneOfAddress(): Promise<Found> {
  const found = { text: SHIPPED[0]!.text, usual: true, served: false };
  try {
    const wanted = new URLSearchParams(location.search).get("scene");
    if (wanted === "served") return { text: await served(), usual: false, served: true };
    const sheet = worksheet(new URLSearchParams(location.search).get("worksheet"));
    if (sheet) return { ...found, text: sheet.text, usual: false };
    const shipped = [...SHIPPED, BLANK].find(({ id }) => id === wanted);
    if (shipped) return { ...found, text: shipped.text, usual: false };
    if (wanted) return { ...found, problem: words.trouble.noScene(wanted) };
    const link = new URLSearchParams(location.hash.slice(1)).get("s");
    return link === null ? found : { ...found, text: await fromFragment(link), usual: false };
  } catch (error) {
    return { ...found, problem: (error as Error).message };
  }
}
