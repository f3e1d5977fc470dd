/** What the page itself reads and changes in a scene's text. */

import type { SceneBody, Settings } from "../engine/protocol";

export interface SceneFile {
  name?: string;
  about?: string;
  world?: Partial<Settings>;
  bodies?: SceneBody[];
  fill?: Record<string, unknown>[];
  [more: string]: unknown;
}

/** The scene with other settings; as it is, letter by letter, where there are none. */
export function withSettings(scene: string, settings: Partial<Settings>): string {
  if (Object.values(settings).every((value) => value === undefined)) return scene;
  const file = JSON.parse(scene) as SceneFile;
  file.world = { ...file.world, ...settings };
  return JSON.stringify(file, undefined, 2);
}
