/** What a change by hand is in the text of a scene: it counts from the start. */

import { completed } from "../engine/points";
import type { BodyChanges, Change, SceneBody } from "../engine/protocol";
import type { SceneFile } from "../scenes/scene_file";

/**
 * Serials, in the run on screen, of the bodies that the scene lists, in their order. A body that a rule has made in the run
 * is none of them.
 */
export type Slots = readonly number[];

/** Whether the bodies of fills have to be written out before: one of them is meant, or their serials would be others. */
export function needsExpansion({ bodies = [], fill = [] }: SceneFile, slots: Slots, changes: readonly Change[]): boolean {
  if (fill.length === 0) return false;
  return changes.some((change) => {
    if (change.do === "settings") return false;
    if (change.do === "add" || change.do === "remove") return true;
    const place = slots.indexOf(change.serial);
    return place < 0 || place >= bodies.length;
  });
}

/** The scene with a change; `made` is the serial of a body that it adds. */
export function adopted(
  scene: SceneFile,
  slots: Slots,
  change: Change,
  made: number | undefined,
): { scene: SceneFile; slots: Slots } {
  const { bodies = [] } = scene;
  if (change.do === "settings") return { scene: { ...scene, world: { ...scene.world, ...change.settings } }, slots };
  if (change.do === "add") {
    return { scene: { ...scene, bodies: [...bodies, change.body] }, slots: [...slots, made ?? bodies.length] };
  }
  const place = slots.indexOf(change.serial);
  if (place < 0) return { scene, slots };
  const others = (body: SceneBody[]) => [...bodies.slice(0, place), ...body, ...bodies.slice(place + 1)];
  const rest = change.do === "remove" ? slots.filter((_, k) => k !== place) : slots;
  return { scene: { ...scene, bodies: others(changed(bodies[place]!, change)) }, slots: rest };
}

function changed(body: SceneBody, change: Exclude<Change, { do: "settings" | "add" }>): SceneBody[] {
  switch (change.do) {
    case "remove":
      return [];
    case "move":
      return [{ ...body, at: completed(change.at, body.at) }];
    case "throw":
      return [{ ...body, velocity: completed(change.velocity, body.velocity) }];
    case "alter":
      return [altered(body, change.by)];
  }
}

const SHAPES = ["circle", "polygon", "segment", "border", "shapes"];

/** null takes a property away; of mass and density, and of shapes, a new one takes the place of the other. */
function altered(body: SceneBody, by: BodyChanges): SceneBody {
  const result: Record<string, unknown> = { ...body };
  if (by.mass !== undefined) delete result["density"];
  if (by.density !== undefined) delete result["mass"];
  if (SHAPES.some((shape) => shape in by)) for (const shape of SHAPES) delete result[shape];
  for (const [name, value] of Object.entries(by)) {
    if (value === null) delete result[name];
    else if (value !== undefined) result[name] = value;
  }
  return result as SceneBody;
}

/** What only a state in the middle of a run has; of other bodies it would not be true. */
const STATE = ["created", "passing", "touching", "resting", "clock", "flights"];

/** A scene as the engine writes it out, without what belongs to a run, and without names that only count. */
export function written(text: string): SceneFile {
  const { bodies = [], ...rest } = JSON.parse(text) as SceneFile;
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !STATE.includes(key)));
  return { ...kept, bodies: bodies.map(nameless) };
}

function nameless({ name, ...body }: SceneBody): SceneBody {
  return name === undefined || /^#\d+$/.test(name) ? body : { name, ...body };
}

export function sceneText(scene: SceneFile): string {
  return `${JSON.stringify(scene, undefined, 2)}\n`;
}
