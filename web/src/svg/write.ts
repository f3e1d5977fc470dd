/** What is seen on the stage as an SVG picture: the bodies, the bounds and the trails. */

import { Flag, Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import type { Camera } from "../stage/camera";
import { isClosed, placed } from "../stage/painter";
import { css } from "../stage/palette";
import type { Palette, Rgb } from "../stage/palette";
import type { Trails } from "../stage/trails";

export interface SvgLook {
  palette: Palette;
  /** Red, green and blue of each body, one after the other. */
  colours: Float32Array;
  width: number;
  height: number;
  title: string;
  trails: Trails | undefined;
}

const FAR = 1e5;

/** A number with as many digits as a picture can show. */
function short(value: number): string {
  return String(Number(value.toFixed(3)));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** In units of a pixel; the middle of the view is (0, 0). */
export function svgOf(lane: LaneView, camera: Camera, { bounds }: Settings, look: SvgLook): string {
  const { palette, colours, width, height } = look;
  const { frame, cast, place } = lane;
  const colour = (k: number): string => css([colours[3 * k]!, colours[3 * k + 1]!, colours[3 * k + 2]!] as Rgb);
  const points = (drawn: readonly number[]) =>
    Array.from({ length: drawn.length / 2 }, (_, p) => `${short(drawn[2 * p]!)},${short(drawn[2 * p + 1]!)}`).join(" ");
  const parts: string[] = [];
  if (bounds) {
    const [x, y] = camera.toView(bounds.min[0], bounds.max[1]);
    const [w, h] = [(bounds.max[0] - bounds.min[0]) * camera.scale, (bounds.max[1] - bounds.min[1]) * camera.scale];
    parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="none" stroke="${css(palette.wall)}" stroke-width="2"/>`);
  }
  for (let k = 0; k < frame.count; ++k) {
    const path = look.trails?.of(cast.serial[k]!) ?? [];
    if (path.length === 0) continue;
    const way = [...path, frame.at[2 * k]!, frame.at[2 * k + 1]!];
    const drawn = way.flatMap((_, p) => (p % 2 === 0 ? camera.toView(way[p]!, way[p + 1]!) : []));
    parts.push(`<polyline points="${points(drawn)}" fill="none" stroke="${colour(k)}" stroke-width="2" stroke-opacity="0.4"/>`);
  }
  const style = (k: number): string => {
    const hollow = (cast.flags[k]! & Flag.hollow) !== 0;
    const faint = (cast.flags[k]! & Flag.sensor) !== 0 ? ' fill-opacity="0.35"' : "";
    return hollow ? `fill="none" stroke="${colour(k)}" stroke-width="2.5"` : `fill="${colour(k)}"${faint}`;
  };
  const { serial, start, points: outlines } = cast.outlines;
  for (let n = 0; n < serial.length; ++n) {
    const k = place.get(serial[n]!);
    if (k === undefined) continue;
    const own = outlines.subarray(2 * start[n]!, 2 * start[n + 1]!);
    const drawn = placed(own, frame.at[2 * k]!, frame.at[2 * k + 1]!, frame.angle[k]!, camera);
    if (isClosed(own)) {
      parts.push(`<polygon points="${points(drawn)}" ${style(k)}/>`);
      continue;
    }
    let [x1, y1, x2, y2] = drawn as [number, number, number, number];
    if (cast.kind[k] === Kind.border) {
      const size = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [((x2 - x1) / size) * FAR, ((y2 - y1) / size) * FAR];
      [x1, y1, x2, y2] = [x1 - ux, y1 - uy, x1 + ux, y1 + uy];
    }
    parts.push(`<line x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}" stroke="${colour(k)}" stroke-width="2.5"/>`);
  }
  for (let k = 0; k < frame.count; ++k) {
    if (cast.kind[k] !== Kind.circle) continue;
    const [x, y] = camera.toView(frame.at[2 * k]!, frame.at[2 * k + 1]!);
    parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(cast.radius[k]! * camera.scale)}" ${style(k)}/>`);
  }
  const box = `${-width / 2} ${-height / 2} ${width} ${height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}">
<title>${escaped(look.title)}</title>
<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" fill="${css(palette.paper)}"/>
${parts.join("\n")}
</svg>
`;
}
