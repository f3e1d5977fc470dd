/**
 * Very many small discs: one vertex each, written once a frame and kept by the graphics, so that panning and zooming move
 * nothing but the view.
 */

import { Flag, Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import type { Camera } from "./camera";
import { program } from "./gl";
import type { GL } from "./gl";

const MANY = 5000; // bodies
const SMALL = 4; // pixels of the page, the largest radius
const BYTES = 16; // of a disc: x, y, radius, colour

const VERTEX = `
  uniform vec2 view; uniform vec2 offset; uniform float scale;
  in vec2 at; in float radius; in vec4 colour;
  flat out float drawn; flat out float size; flat out vec4 paint;
  void main() {
    float wanted = radius * scale;
    drawn = max(wanted, 0.9);
    size = wanted < 1.0 ? 2.0 : 2.0 * (drawn + 0.5); // the tiniest have no edge that could be seen
    paint = vec4(colour.rgb, colour.a * min(1.0, max(wanted, 0.45) / 0.9));
    gl_PointSize = size;
    gl_Position = vec4((at * vec2(scale, -scale) + offset) * view, 0.0, 1.0);
  }`;
const FRAGMENT = `
  flat in float drawn; flat in float size; flat in vec4 paint;
  out vec4 colour;
  void main() {
    float off = length(gl_PointCoord * size - 0.5 * size) - drawn;
    float cover = size > 2.0 ? clamp(0.5 - off, 0.0, 1.0) : 1.0;
    colour = vec4(paint.rgb, 1.0) * paint.a * cover;
  }`;

export class Dots {
  private readonly made: WebGLProgram;
  private readonly buffer: WebGLBuffer;
  private readonly array: WebGLVertexArrayObject;
  private readonly place: Record<"view" | "offset" | "scale", WebGLUniformLocation | null>;
  private data = new ArrayBuffer(0);
  private written: Float32Array | undefined;
  private count = 0;
  private largest = 0;
  /** Coordinates are from here, so that they need few digits. */
  private origin: Point = [0, 0];

  constructor(private readonly gl: GL) {
    this.made = program(gl, VERTEX, FRAGMENT);
    const uniform = (name: string) => gl.getUniformLocation(this.made, name);
    this.place = { view: uniform("view"), offset: uniform("offset"), scale: uniform("scale") };
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const [name, size, type, offset] of [
      ["at", 2, gl.FLOAT, 0],
      ["radius", 1, gl.FLOAT, 8],
      ["colour", 4, gl.UNSIGNED_BYTE, 12],
    ] as const) {
      const place = gl.getAttribLocation(this.made, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, type, type === gl.UNSIGNED_BYTE, BYTES, offset);
    }
    gl.bindVertexArray(null);
  }

  /** False, and nothing is drawn, where discs are few or can be seen in detail. */
  draw(lane: LaneView, camera: Camera, colours: Float32Array, [width, height]: [number, number], ratio: number): boolean {
    if (lane.frame.count < MANY) return false;
    if (this.written !== colours) this.write(lane, camera, colours);
    if (this.largest * camera.scale > SMALL * ratio) return false;
    const { gl, place } = this;
    gl.useProgram(this.made);
    gl.uniform2f(place.view, 2 / width, -2 / height);
    const { scale, center } = camera;
    gl.uniform2f(place.offset, (this.origin[0] - center[0]) * scale, (center[1] - this.origin[1]) * scale);
    gl.uniform1f(place.scale, scale);
    gl.bindVertexArray(this.array);
    gl.drawArrays(gl.POINTS, 0, this.count);
    gl.bindVertexArray(null);
    return true;
  }

  /** `colours` are others with every frame, and where colours mean something else. */
  private write({ frame, cast }: LaneView, camera: Camera, colours: Float32Array): void {
    const { at, count } = frame;
    const { kind, flags, radius } = cast;
    if (this.data.byteLength < BYTES * count) this.data = new ArrayBuffer(BYTES * count);
    const [numbers, bytes] = [new Float32Array(this.data), new Uint8Array(this.data)];
    const [x, y] = (this.origin = [...camera.center]);
    this.written = colours;
    this.largest = 0;
    let n = 0;
    for (let k = 0; k < count; ++k) {
      if (!isDot(kind[k]!, flags[k]!)) continue;
      numbers[4 * n] = at[2 * k]! - x;
      numbers[4 * n + 1] = at[2 * k + 1]! - y;
      numbers[4 * n + 2] = radius[k]!;
      bytes[16 * n + 12] = 255 * colours[3 * k]!;
      bytes[16 * n + 13] = 255 * colours[3 * k + 1]!;
      bytes[16 * n + 14] = 255 * colours[3 * k + 2]!;
      bytes[16 * n + 15] = (flags[k]! & Flag.sensor) !== 0 ? 90 : 255;
      if (radius[k]! > this.largest) this.largest = radius[k]!;
      ++n;
    }
    this.count = n;
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(this.data, 0, BYTES * n), gl.STREAM_DRAW);
  }
}

/** A disc that is filled. */
export function isDot(kind: number, flags: number): boolean {
  return kind === Kind.circle && (flags & Flag.hollow) === 0;
}
