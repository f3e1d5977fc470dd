/** The three things the stage draws with: discs, lines and triangles, all in pixels, with smooth edges. */

import { QuadBrush, TriangleBrush } from "./gl";
import type { GL } from "./gl";

/** center, radius, half the width of the stroke (0: filled), colour. The edge is the exact distance to the circle. */
export function discs(gl: GL): QuadBrush {
  const vertex = `
    out vec2 place; flat out float size; flat out float band; flat out vec4 paint;
    void main() {
      vec4 disc = part(0); vec4 colour = part(1);
      float radius = disc.z; float stroke = disc.w;
      float drawn = max(radius, 0.9);
      place = corner_of(gl_VertexID % 6) * (drawn + stroke + 1.5);
      size = drawn; band = stroke;
      paint = vec4(colour.rgb, colour.a * min(1.0, max(radius, 0.45) / 0.9));
      gl_Position = vec4((disc.xy + place) * view, 0.0, 1.0);
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
  return new QuadBrush(gl, 2, { vertex, fragment });
}

/** Two ends, half the width, how far it goes on beyond its ends, two numbers not used, colour. */
export function lines(gl: GL): QuadBrush {
  const vertex = `
    out float across; flat out float reach; flat out vec4 paint;
    void main() {
      vec4 ends = part(0); vec4 form = part(1);
      vec2 corner = corner_of(gl_VertexID % 6);
      float half_width = form.x;
      vec2 along = ends.zw - ends.xy;
      float size = length(along);
      along = size > 0.0 ? along / size : vec2(1.0, 0.0);
      vec2 base = corner.x < 0.0 ? ends.xy - along * form.y : ends.zw + along * form.y;
      across = corner.y * (half_width + 1.0); reach = half_width; paint = part(2);
      gl_Position = vec4((base + vec2(-along.y, along.x) * across) * view, 0.0, 1.0);
    }`;
  const fragment = `
    in float across; flat in float reach; flat in vec4 paint;
    out vec4 colour;
    void main() {
      colour = vec4(paint.rgb, 1.0) * paint.a * clamp(reach + 0.5 - abs(across), 0.0, 1.0);
    }`;
  return new QuadBrush(gl, 3, { vertex, fragment });
}

/** A corner of a triangle, colour. */
export function triangles(gl: GL): TriangleBrush {
  const vertex = `
    uniform vec2 view;
    in vec2 corner; in vec4 colour;
    flat out vec4 paint;
    void main() { paint = colour; gl_Position = vec4(corner * view, 0.0, 1.0); }`;
  const fragment = `
    flat in vec4 paint;
    out vec4 colour;
    void main() { colour = vec4(paint.rgb, 1.0) * paint.a; }`;
  return new TriangleBrush(
    gl,
    [
      ["corner", 2],
      ["colour", 4],
    ],
    { vertex, fragment },
  );
}
