/**
 * The work: a scene, and every scene that it was before. The scene is the truth; a run is made from it. A change by hand
 * changes the scene, where it counts from the start, and the run on screen as well, at the time of the change.
 */

import type { Edit } from "../engine/protocol";
import type { Slots } from "./adopt";

/** The scene as it is after some changes, and the run in which the last of them was made. */
export interface Version {
  /** The scene from its start. */
  scene: string;
  /** As the work began: a shipped scene, a file, a link. */
  origin: string;
  /** Number of the run that stands for it; one that has been left is made anew from the scene. */
  run: number;
  /** Made in that run while it was on. */
  edits: readonly Edit[];
  slots: Slots;
}

/** What has to be done to the run on screen: other changes by hand, or another run. */
export type Step = { revise: Version; from: Version } | { open: Version };

const MOST = 200; // versions
const MOST_TEXT = 64e6; // characters of all their scenes

export class Document {
  private versions: Version[] = [];
  private place = -1;

  /** Throws if there is none. */
  get now(): Version {
    const version = this.versions[this.place];
    if (!version) throw new Error("no scene is open");
    return version;
  }

  get isOpen(): boolean {
    return this.place >= 0;
  }

  get changed(): boolean {
    return this.isOpen && this.now.scene !== this.now.origin;
  }

  get canUndo(): boolean {
    return this.place > 0;
  }

  get canRedo(): boolean {
    return this.place < this.versions.length - 1;
  }

  /** Another version comes after the one there is. */
  push(version: Version): void {
    this.versions.length = this.place + 1;
    this.versions.push(version);
    let text = this.versions.reduce((sum, { scene }) => sum + scene.length, 0);
    while (this.versions.length > 2 && (this.versions.length > MOST || text > MOST_TEXT))
      text -= this.versions.shift()!.scene.length;
    this.place = this.versions.length - 1;
  }

  /** Another scene. One on which nobody has worked is not worth coming back to. */
  begin(version: Version): void {
    if (this.isOpen && !this.changed && !this.canUndo) this.place = -1;
    this.push(version);
  }

  /** The same version in another run. */
  rerun(run: number, slots: Slots): void {
    this.versions[this.place] = { ...this.now, run, edits: [], slots };
  }

  /** To the version before (-1) or after (1), if there is one; nothing has changed until `settle`. */
  neighbour(way: -1 | 1): Step | undefined {
    const there = this.versions[this.place + way];
    if (!there) return undefined;
    return there.run === this.now.run ? { revise: there, from: this.now } : { open: there };
  }

  settle(way: -1 | 1): void {
    this.place += way;
  }
}

/** How many changes by hand two versions of a run have in common from the first on. */
export function common(a: readonly Edit[], b: readonly Edit[]): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) ++same;
  return same;
}
