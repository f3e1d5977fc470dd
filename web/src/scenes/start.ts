/** Which scene the page opens with: one in the address, one that `carom play` serves, or the first of the shipped. */

import { fromFragment } from "./link";
import { SHIPPED } from "./shipped";

/** The scene in the address, if there is one. Throws an Error that says what is wrong with it. */
export async function linked(): Promise<string | undefined> {
  const found = /^#s=([\w-]+)$/.exec(location.hash);
  return found ? fromFragment(found[1]!) : undefined;
}

async function served(): Promise<string> {
  const response = await fetch("./scene.json");
  if (!response.ok) throw new Error(`the scene could not be fetched: ${response.status} ${response.statusText}`);
  return response.text();
}

export async function firstScene(): Promise<{ text: string; problem?: string }> {
  const usual = SHIPPED[0]!.text;
  try {
    const wanted = new URLSearchParams(location.search).get("scene");
    if (wanted === "served") return { text: await served() };
    const shipped = SHIPPED.find(({ id }) => id === wanted);
    if (shipped) return { text: shipped.text };
    const problem = wanted ? { problem: `there is no scene called ${wanted}` } : {};
    return { text: (await linked()) ?? usual, ...problem };
  } catch (error) {
    return { text: usual, problem: (error as Error).message };
  }
}
