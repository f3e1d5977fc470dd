/** Worksheets that come with the page: a shipped scene, what to do with it, and questions that the engine checks. */

import type { Settings } from "../engine/protocol";
import { withSettings } from "./scene_file";
import { SHIPPED } from "./shipped";
import type { Task } from "./wishes";

interface Worksheet {
  id: string;
  title: string;
  scene: string;
  /** Other settings than the scene's. */
  settings?: Partial<Settings>;
  task: Task;
}

const ALL: Worksheet[] = [
  {
    id: "momentum",
    title: "Momentum",
    scene: "two_balls",
    task: {
      text: "Play until the balls have met once, then pause. Compare the momentum of each ball, and of both, before and after.",
      questions: [
        { ask: "How fast is the light ball at 1 s (with its sign)?", what: "vx", body: "light", at: 1 },
        { ask: "And at 2 s, after the hit?", what: "vx", body: "light", at: 2 },
        { ask: "What is the momentum of both at 2 s?", what: "px", at: 2 },
      ],
    },
  },
  {
    id: "inelastic",
    title: "Elastic and inelastic",
    scene: "two_balls",
    settings: { restitution: 0.5 },
    task: {
      text: "Here the restitution is 0.5. Which of the sums in the table changes at the hit, and which stays?",
      questions: [
        { ask: "Kinetic energy of both before the hit?", what: "kinetic", at: 1 },
        { ask: "Kinetic energy of both after it, at 2 s?", what: "kinetic", at: 2 },
        { ask: "Momentum of both after it?", what: "px", at: 2 },
      ],
    },
  },
  {
    id: "centre-of-mass",
    title: "Centre of mass",
    scene: "two_balls_2d",
    task: {
      text: "Show the centre of mass and play until just after the hit. What does its path look like? Its velocity is the momentum of both over their mass, 3.",
      questions: [
        { ask: "Momentum of both in x at 2 s?", what: "px", at: 2 },
        { ask: "Momentum of both in y at 2 s?", what: "py", at: 2 },
        { ask: "Velocity of the heavy ball in y at 2 s?", what: "vy", body: "heavy", at: 2 },
      ],
    },
  },
  {
    id: "tunnelling",
    title: "Tunnelling",
    scene: "bullet_and_paper",
    task: {
      text: "A program that looks only once a step can miss a thin sheet. Choose side by side: which bullets are missed? Make the step shorter until none is.",
      questions: [
        { ask: "Where is bullet 3 at 0.1 s (x), if no hit is missed?", what: "x", body: "bullet 3", at: 0.1 },
        { ask: "How many hits are there by 0.1 s?", what: "hits", at: 0.1 },
      ],
    },
  },
  {
    id: "gas",
    title: "Pressure of a gas",
    scene: "gas",
    task: {
      text: "Five hundred discs. Watch the speeds become Maxwell's distribution, and the momentum change with every hit on a wall. In the plane the pressure is the kinetic energy over the area, here 1200, and a little more because discs have a size.",
      questions: [
        { ask: "Kinetic energy of all at 2 s?", what: "kinetic", at: 2 },
        { ask: "How many hits by 1 s?", what: "hits", at: 1 },
      ],
    },
  },
  {
    id: "orbits",
    title: "Orbits",
    scene: "two_body_orbit",
    task: {
      text: "Where on their paths are the stars fastest? Add kinetic and potential energy at several times.",
      questions: [
        { ask: "Kinetic energy at the start?", what: "kinetic", at: 0 },
        { ask: "Kinetic energy half a turn later, at 3.14159 s?", what: "kinetic", at: 3.14159 },
        { ask: "Potential energy then?", what: "potential", at: 3.14159 },
      ],
    },
  },
];

export const WORKSHEETS: readonly Pick<Worksheet, "id" | "title">[] = ALL;

/** The scene of a worksheet and its task; undefined: there is none of this name. */
export function worksheet(id: string | null): { text: string; task: Task } | undefined {
  const found = ALL.find((each) => each.id === id);
  const scene = SHIPPED.find((each) => each.id === found?.scene);
  return found && scene && { text: withSettings(scene.text, found.settings ?? {}), task: found.task };
}
