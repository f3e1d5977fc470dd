/** The three things the stage draws with: discs, lines and triangles, all in pixels, with smooth edges. */

import { Brush } from "./gl";
import type { GL } from "./gl";

const CORNER = "vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;";

/** center, radius, half the width of the stroke (0: filled), colour. The edge is the exact distance to the circle. */
export function discs(gl: GL): Brush {
  const vertex = `
    uniform vec2 view;
    in vec2 center; in float radius; in float stroke; in vec4 colour;
    out vec2 place; flat out float size; flat out float band; flat out vec4 paint;
    void main() {
      ${CORNER}
      float drawn = max(radius, 0.9);
      place = corner * (drawn + stroke + 1.5);
      size = drawn; band = stroke;
      paint = vec4(colour.rgb, colour.a * min(1.0, max(radius, 0.45) / 0.9));
      gl_Position = vec4((center + place) * view, 0.0, 1.0);
    }`;
  const fragment = `
    in vec2 place; flat in float size; flat in float band; flat in vec4 paint;
    out vec4 colour;
    void main() {
      float off = length(place) - size;
      float edge = band > 0.0 ? abs(off) - band : off;
      float cover = clamp(0.5 - edge, 0.0, 1.0);
      float rim = band > 0.0 ? 0.0 : smoothstep(-2.2, -0.8, off) * smoothstep(2.0, 6.0, size);
      colour = vec4(mix(paint.rgb, paint.rgb * 0.72, rim), 1.0) * paint.a * cover;
    }`;
  return new Brush(
    gl,
    [
      ["center", 2],
      ["radius", 1],
      ["stroke", 1],
      ["colour", 4],
    ],
    true,
    { vertex, fragment },
  );
}

/** Two ends, half the width, colour. */
export function lines(gl: GL): Brush {
  const vertex = `
    uniform vec2 view;
    in vec4 ends; in float half_width; in vec4 colour;
    out float across; flat out float reach; flat out vec4 paint;
    void main() {
      ${CORNER}
      vec2 along = ends.zw - ends.xy;
      float size = length(along);
      along = size > 0.0 ? along / size : vec2(1.0, 0.0);
      float wide = half_width + 1.0;
      vec2 base = corner.x < 0.0 ? ends.xy - along * half_width : ends.zw + along * half_width;
      across = corner.y * wide; reach = half_width; paint = colour;
      gl_Position = vec4((base + vec2(-along.y, along.x) * across) * view, 0.0, 1.0);
    }`;
  const fragment = `
    in float across; flat in float reach; flat in vec4 paint;
    out vec4 colour;
    void main() {
      colour = vec4(paint.rgb, 1.0) * paint.a * clamp(reach + 0.5 - abs(across), 0.0, 1.0);
    }`;
  return new Brush(
    gl,
    [
      ["ends", 4],
      ["half_width", 1],
      ["colour", 4],
    ],
    true,
    { vertex, fragment },
  );
}

/** A corner of a triangle, colour. */
export function triangles(gl: GL): Brush {
  const vertex = `
    uniform vec2 view;
    in vec2 corner; in vec4 colour;
    flat out vec4 paint;
    void main() { paint = colour; gl_Position = vec4(corner * view, 0.0, 1.0); }`;
  const fragment = `
    flat in vec4 paint;
    out vec4 colour;
    void main() { colour = vec4(paint.rgb, 1.0) * paint.a; }`;
  return new Brush(
    gl,
    [
      ["corner", 2],
      ["colour", 4],
    ],
    false,
    { vertex, fragment },
  );
}
