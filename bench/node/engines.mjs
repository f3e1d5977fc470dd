// The engines, in the order of the table.
import { load as carom } from "./engines/carom.mjs";
import { load as box2d3 } from "./engines/box2d3.mjs";
import { load as rapier } from "./engines/rapier.mjs";
import { load as planck } from "./engines/planck.mjs";
import { load as matter } from "./engines/matter.mjs";

export const ENGINES = {
  Carom: () => carom(),
  "box2d3-wasm": () => box2d3(),
  Rapier: () => rapier(),
  "Rapier CCD": () => rapier(true),
  Planck: () => planck(),
  Matter: () => matter(),
};
