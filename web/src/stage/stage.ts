/** The canvas: one world, or two side by side, and the layer of annotations above. */

import type { LaneView } from "../engine/lane_view";
import type { Point, Settings } from "../engine/protocol";
import { Camera } from "./camera";
import type { Box, Insets } from "./camera";
import { Overlay } from "./overlay";
import { Painter } from "./painter";
import type { Look } from "./painter";
import { svgOf } from "../svg/write";
import { DARK, LIGHT } from "./palette";
import type { Colouring, Palette } from "./palette";
import { Trails } from "./trails";
import { words } from "../words";

/** A lane's part of the canvas, in device pixels from its upper left corner. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Stage {
  readonly camera = new Camera();
  readonly overlay: Overlay;
  colouring: Colouring = "speed";
  trails = true;
  dark = false;
  fastest = 1;
  /** The kinetic energy at the upper end of its scale. */
  strongest = 1;
  private readonly gl: WebGL2RenderingContext;
  private painter: Painter;
  private readonly tracks = [new Trails(), new Trails()];
  private ratio = 1;
  /** By the controls above the stage, in device pixels. */
  private covered: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private home: Box = { min: [-1, -1], max: [1, 1] };
  private fitted = true;
  /** What the last picture was made of. */
  private painted: unknown[] = [];

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly annotations: HTMLCanvasElement,
  ) {
    const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    if (!gl) throw new Error(words.trouble.noWebgl);
    this.gl = gl;
    this.painter = new Painter(gl);
    this.overlay = new Overlay(annotations);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.painter = new Painter(gl);
      this.painted = [];
    });
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  get palette(): Palette {
    return this.dark ? DARK : LIGHT;
  }

  get pixelRatio(): number {
    return this.ratio;
  }

  /** Lanes stand beside each other, or one above the other where the page is narrow. */
  views(lanes: number): View[] {
    const { width, height } = this.canvas;
    if (lanes < 2) return [{ x: 0, y: 0, width, height }];
    if (width < height) {
      const half = Math.floor(height / 2);
      return [
        { x: 0, y: 0, width, height: half },
        { x: 0, y: height - half, width, height: half },
      ];
    }
    const half = Math.floor(width / 2);
    return [
      { x: 0, y: 0, width: half, height },
      { x: width - half, y: 0, width: half, height },
    ];
  }

  /** Looks at all of a scene, and remembers what that was. */
  fit(box: Box, lanes: number): void {
    this.home = box;
    this.refit(lanes);
  }

  refit(lanes: number): void {
    const view = this.views(lanes)[0]!;
    this.camera.fit(this.home, view.width, view.height, this.covered);
    this.fitted = true;
  }

  /** Looks at a part of the first lane. */
  look(box: Box, lanes: number): void {
    const view = this.views(lanes)[0]!;
    this.camera.fit(box, view.width, view.height);
    this.moved();
  }

  /** Called when somebody pans or zooms: then a new size of the window keeps the view. */
  moved(): void {
    this.fitted = false;
  }

  /** Begins trails anew, which last so many seconds of scene time at normal speed. */
  beginTrails(seconds: number): void {
    for (const track of this.tracks) track.begin(seconds);
  }

  /** From a place on the page to the lane there and the place in its world. */
  locate(clientX: number, clientY: number, lanes: number): { lane: number; at: Point; px: number; py: number } {
    const frame = this.canvas.getBoundingClientRect();
    const [x, y] = [(clientX - frame.left) * this.ratio, (clientY - frame.top) * this.ratio];
    const views = this.views(lanes);
    const found = views.findIndex(
      (view) => x >= view.x && x < view.x + view.width && y >= view.y && y < view.y + view.height,
    );
    const lane = Math.max(0, found);
    const view = views[lane]!;
    const [px, py] = [x - view.x - view.width / 2, y - view.y - view.height / 2];
    return { lane, at: this.camera.toWorld(px, py), px, py };
  }

  /** `again` also if nothing has changed: the graphics forget a picture when it has been shown. */
  draw(lanes: LaneView[], settings: Settings, speed: number, again = false): void {
    if (this.fitted) this.refit(lanes.length);
    const views = this.views(lanes.length);
    if (again || this.isStale(lanes, settings, speed)) this.paint(lanes, views, settings, speed);
    this.overlay.draw(lanes, views, this.camera, this.palette, this.ratio, this.covered.bottom);
  }

  /** The first lane as it is seen, as an SVG picture; what is written above the bodies is not in it. */
  svg(lane: LaneView, settings: Settings, title: string): string {
    const { palette, camera } = this;
    const { width, height } = this.views(1)[0]!;
    const trails = this.trails ? this.tracks[0] : undefined;
    const colours = this.painter.coloursOf(lane, this.lookOf());
    return svgOf(lane, camera, settings, { palette, colours, width, height, title, trails });
  }

  private lookOf(): Look {
    const { palette, colouring, fastest, strongest, ratio } = this;
    return { palette, colouring, fastest, strongest, ratio };
  }

  /** Whether something is to be seen that the last picture does not show. */
  private isStale(lanes: LaneView[], settings: Settings, speed: number): boolean {
    const { canvas, camera, colouring, trails, dark, fastest, strongest, ratio } = this;
    const look = [canvas.width, canvas.height, ...camera.center, camera.scale, colouring, trails, dark, fastest, strongest, ratio];
    const now = [...look, speed, settings, ...lanes.map(({ frame }) => frame)];
    const stale = now.length !== this.painted.length || now.some((value, k) => value !== this.painted[k]);
    this.painted = now;
    return stale;
  }

  private paint(lanes: LaneView[], views: View[], settings: Settings, speed: number): void {
    const { gl } = this;
    const [r, g, b] = this.palette.paper;
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(r, g, b, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
    const look = this.lookOf();
    lanes.forEach((lane, k) => {
      const view = views[k]!;
      const bottom = this.canvas.height - view.y - view.height;
      gl.viewport(view.x, bottom, view.width, view.height);
      gl.scissor(view.x, bottom, view.width, view.height);
      const trails = this.trails ? this.tracks[k] : undefined;
      trails?.update(lane, speed);
      this.painter.paint(lane, this.camera, [view.width, view.height], settings, look, trails);
    });
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.ratio = Math.min(window.devicePixelRatio || 1, 3);
    this.canvas.width = Math.max(1, Math.round(clientWidth * this.ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * this.ratio));
    this.overlay.resize(this.canvas.width, this.canvas.height);
    const style = getComputedStyle(this.canvas);
    const side = (name: string) => this.ratio * (parseFloat(style.getPropertyValue(`--covered-${name}`)) || 0);
    this.covered = { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
  }
}
