/**
 * Keeps the work in the browser: in the entry of the browser's history, where a reload, a crash, back and forward find it,
 * and once more for a visit that comes later.
 */

import type { Detection } from "../engine/protocol";
import type { Player } from "../player";

const KEY = "carom.work";

export interface Work {
  scene: string;
  origin: string;
  detections: (Detection | undefined)[];
}

function isWork(value: unknown): value is Work {
  const work = value as Partial<Work> | null;
  return typeof work?.scene === "string" && typeof work.origin === "string" && Array.isArray(work.detections);
}

/** The work of this entry of the history, if there is some. */
export function workHere(state: unknown = history.state): Work | undefined {
  return isWork(state) ? state : undefined;
}

/** The work of the last visit in which there was some. */
export function workBefore(): Work | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    // Text has no undefined.
    return isWork(found) ? { ...found, detections: found.detections.map((each) => each ?? undefined) } : undefined;
  } catch {
    return undefined;
  }
}

/** Calls `failed` once if there is no room for it. */
export function keepWork(player: Player, failed: () => void): void {
  let told = false;
  player.onDocument.listen(() => {
    const { document, detections } = player;
    const usual = detections.length === 1 && detections[0] === undefined;
    const { scene, origin } = document.now;
    const work: Work | null = document.changed || !usual ? { scene, origin, detections } : null;
    try {
      history.replaceState(work, "");
      if (document.changed) localStorage.setItem(KEY, JSON.stringify(work));
    } catch {
      if (!told && document.changed) failed();
      told = true;
    }
  });
}

/** Another scene has the address from now on; going back leads to the one before. Not where a page may not change it. */
export function goToAddress(search: string): void {
  const address = new URL(location.href);
  const language = address.searchParams.get("lang");
  address.search = search;
  if (language !== null) address.searchParams.set("lang", language);
  address.hash = "";
  try {
    history.pushState(null, "", address);
  } catch {
    // From disk: the address stays.
  }
}
