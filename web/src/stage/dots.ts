/**
 * Very many small discs: one vertex each, written once a frame and kept by the graphics, so that panning and zooming move
 * nothing but the view. Those that are smaller than a pixel are plotted here and drawn as one picture: where the processor
 * draws, 200,000 points take some 0.3 s of it.
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
    size = 2.0 * (drawn + 0.5);
    paint = vec4(colour.rgb, colour.a * min(1.0, max(wanted, 0.45) / 0.9));
    gl_PointSize = size;
    gl_Position = vec4((at * vec2(scale, -scale) + offset) * view, 0.0, 1.0);
  }`;
const FRAGMENT = `
  flat in float drawn; flat in float size; flat in vec4 paint;
  out vec4 colour;
  void main() {
    float off = length(gl_PointCoord * size - 0.5 * size) - drawn;
    colour = vec4(paint.rgb, 1.0) * paint.a * clamp(0.5 - off, 0.0, 1.0);
  }`;

const PICTURE_VERTEX = `
  out vec2 place;
  void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    place = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
  }`;
const PICTURE_FRAGMENT = `
  uniform sampler2D picture;
  in vec2 place;
  out vec4 colour;
  void main() { colour = texture(picture, place); }`;

export class Dots {
  private readonly plotted: WebGLProgram;
  private readonly texture: WebGLTexture;
  private picture = new Uint32Array(0);
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
    this.plotted = program(gl, PICTURE_VERTEX, PICTURE_FRAGMENT);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  /** False, and nothing is drawn, where discs are few or can be seen in detail. */
  draw(lane: LaneView, camera: Camera, colours: Float32Array, [width, height]: [number, number], ratio: number): boolean {
    if (lane.frame.count < MANY) return false;
    if (this.written !== colours) this.write(lane, camera, colours);
    if (this.largest * camera.scale > SMALL * ratio) return false;
    if (this.largest * camera.scale < 1) {
      this.plot(camera, width, height);
      return true;
    }
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

  /** Each disc is two by two pixels, the fainter the smaller it is; the last one is on top. */
  private plot(camera: Camera, width: number, height: number): void {
    if (this.picture.length !== width * height) this.picture = new Uint32Array(width * height);
    const { picture, gl } = this;
    picture.fill(0);
    const [numbers, bytes] = [new Float32Array(this.data), new Uint8Array(this.data)];
    const { scale, center } = camera;
    const left = (this.origin[0] - center[0]) * scale + width / 2 - 0.5;
    const top = (center[1] - this.origin[1]) * scale + height / 2 - 0.5;
    for (let n = 0; n < this.count; ++n) {
      const x = Math.floor(left + numbers[4 * n]! * scale);
      const y = Math.floor(top - numbers[4 * n + 1]! * scale);
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue;
      const share = Math.max(numbers[4 * n + 2]! * scale, 0.45) / 0.9;
      const alpha = share < 1 ? share * bytes[16 * n + 15]! : bytes[16 * n + 15]!;
      const part = alpha / 255;
      const colour =
        ((alpha << 24) | ((bytes[16 * n + 14]! * part) << 16) | ((bytes[16 * n + 13]! * part) << 8) | (bytes[16 * n + 12]! * part)) >>> 0;
      const first = y * width + x;
      picture[first] = picture[first + 1] = picture[first + width] = picture[first + width + 1] = colour;
    }
    gl.useProgram(this.plotted);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(picture.buffer));
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
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
