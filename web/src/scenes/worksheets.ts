/** Worksheets that come with the page: a shipped scene, what to do with it, and questions that the engine checks. */

import type { Settings } from "../engine/protocol";
import { withSettings } from "./scene_file";
import { SHIPPED } from "./shipped";
import type { Question, Task } from "./wishes";
import { words } from "../words";

interface Worksheet {
  id: keyof typeof words.worksheets;
  scene: string;
  /** Other settings than the scene's. */
  settings?: Partial<Settings>;
  /** What its questions ask of the engine; their words stand with those of the language. */
  questions: Omit<Question, "ask">[];
}

const ALL: Worksheet[] = [
  {
    id: "momentum",
    scene: "two_balls",
    questions: [
      { what: "vx", body: "light", at: 1 },
      { what: "vx", body: "light", at: 2 },
      { what: "px", at: 2 },
    ],
  },
  {
    id: "inelastic",
    scene: "two_balls",
    settings: { restitution: 0.5 },
    questions: [
      { what: "kinetic", at: 1 },
      { what: "kinetic", at: 2 },
      { what: "px", at: 2 },
    ],
  },
  {
    id: "centre-of-mass",
    scene: "two_balls_2d",
    questions: [
      { what: "px", at: 2 },
      { what: "py", at: 2 },
      { what: "vy", body: "heavy", at: 2 },
    ],
  },
  {
    id: "tunnelling",
    scene: "bullet_and_paper",
    questions: [
      { what: "x", body: "bullet 3", at: 0.1 },
      { what: "hits", at: 0.1 },
    ],
  },
  {
    id: "gas",
    scene: "gas",
    questions: [
      { what: "kinetic", at: 2 },
      { what: "hits", at: 1 },
    ],
  },
  {
    id: "orbits",
    scene: "two_body_orbit",
    questions: [
      { what: "kinetic", at: 0 },
      { what: "kinetic", at: 3.14159 },
      { what: "potential", at: 3.14159 },
    ],
  },
];

export const WORKSHEETS: readonly { id: string; title: string }[] = ALL.map(({ id }) => ({
  id,
  title: words.worksheets[id].title,
}));

/** The scene of a worksheet and its task; undefined: there is none of this name. */
export function worksheet(id: string | null): { text: string; task: Task } | undefined {
  const found = ALL.find((each) => each.id === id);
  const scene = SHIPPED.find((each) => each.id === found?.scene);
  if (!found || !scene) return undefined;
  const { text, asks } = words.worksheets[found.id];
  const questions = found.questions.map((each, k) => ({ ...each, ask: asks[k]! }));
  return { text: withSettings(scene.text, found.settings ?? {}), task: { text, questions } };
}
