/** The little WebGL2 that the stage needs: programs, and records that are written anew each frame. */

export type GL = WebGL2RenderingContext;

export function program(gl: GL, vertex: string, fragment: string): WebGLProgram {
  const made = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, `#version 300 es\nprecision highp float;\n${source}`);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`a shader does not link: ${gl.getProgramInfoLog(made)}`);
  }
  return made;
}

/** Records of floats, as many as there are this frame. */
export class Records {
  private data: Float32Array;
  private used = 0;

  /** Its memory is always a whole number of blocks. */
  constructor(
    readonly size: number,
    private readonly block = 1024,
  ) {
    this.data = new Float32Array(block);
  }

  get count(): number {
    return this.used / this.size;
  }

  clear(): void {
    this.used = 0;
  }

  add(...values: number[]): void {
    this.grow();
    for (const value of values) this.data[this.used++] = value;
  }

  /** A record of eight, without the list of `add`: there may be hundreds of thousands. */
  add8(a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number): void {
    this.grow();
    const { data, used } = this;
    data[used] = a;
    data[used + 1] = b;
    data[used + 2] = c;
    data[used + 3] = d;
    data[used + 4] = e;
    data[used + 5] = f;
    data[used + 6] = g;
    data[used + 7] = h;
    this.used = used + 8;
  }

  private grow(): void {
    if (this.used + this.size <= this.data.length) return;
    const larger = new Float32Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
  }

  /** All floats written, up to the end of the last block. */
  get blocks(): Float32Array {
    return this.data.subarray(0, Math.ceil(this.used / this.block) * this.block);
  }

  get capacity(): number {
    return this.data.length / this.block;
  }
}

/** Records of one kind, drawn with one program. `width` and `height` of the viewport; records are in pixels from its middle. */
export interface Brush {
  readonly records: Records;
  draw(width: number, height: number): void;
}

const ROW = 2048; // texels, which every WebGL2 allows

/**
 * Each record is a quad. Vertices read it from a texture by their number, in one plain draw: instances of four corners
 * are slow where the processor draws, and small ones are on some cards too. In the shader `part(k)` is the record's
 * k-th vec4, and `corner` goes from -1 to 1.
 */
export class QuadBrush implements Brush {
  readonly records: Records;
  private readonly texture: WebGLTexture;
  private readonly made: WebGLProgram;
  private readonly view: WebGLUniformLocation | null;
  private rows = 0;

  constructor(
    private readonly gl: GL,
    parts: number,
    shaders: { vertex: string; fragment: string },
  ) {
    const vertex = `
      uniform vec2 view;
      uniform highp sampler2D records;
      vec4 part(int k) {
        int n = gl_VertexID / 6 * ${parts} + k;
        return texelFetch(records, ivec2(n % ${ROW}, n / ${ROW}), 0);
      }
      vec2 corner_of(int c) { int q = c < 3 ? c : 6 - c; return vec2(q & 1, q >> 1) * 2.0 - 1.0; }
      ${shaders.vertex}`;
    this.records = new Records(4 * parts, 4 * ROW);
    this.made = program(gl, vertex, shaders.fragment);
    this.view = gl.getUniformLocation(this.made, "view");
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  draw(width: number, height: number): void {
    const { gl, records } = this;
    if (records.count > 0) {
      gl.useProgram(this.made);
      gl.uniform2f(this.view, 2 / width, -2 / height);
      this.upload();
      gl.drawArrays(gl.TRIANGLES, 0, 6 * records.count);
    }
    records.clear();
  }

  private upload(): void {
    const { gl, records } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (this.rows < records.capacity) {
      this.rows = records.capacity;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, ROW, this.rows, 0, gl.RGBA, gl.FLOAT, null);
    }
    const data = records.blocks;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, data.length / (4 * ROW), gl.RGBA, gl.FLOAT, data);
  }
}

/** Each record is a corner of a triangle. */
export class TriangleBrush implements Brush {
  readonly records: Records;
  private readonly buffer: WebGLBuffer;
  private readonly array: WebGLVertexArrayObject;
  private readonly made: WebGLProgram;
  private readonly view: WebGLUniformLocation | null;

  constructor(
    private readonly gl: GL,
    fields: [name: string, size: number][],
    shaders: { vertex: string; fragment: string },
  ) {
    const size = fields.reduce((sum, [, floats]) => sum + floats, 0);
    this.records = new Records(size);
    this.made = program(gl, shaders.vertex, shaders.fragment);
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    this.view = gl.getUniformLocation(this.made, "view");
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let offset = 0;
    for (const [name, floats] of fields) {
      const place = gl.getAttribLocation(this.made, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, floats, gl.FLOAT, false, 4 * size, 4 * offset);
      offset += floats;
    }
    gl.bindVertexArray(null);
  }

  draw(width: number, height: number): void {
    const { gl, records } = this;
    if (records.count > 0) {
      gl.useProgram(this.made);
      gl.uniform2f(this.view, 2 / width, -2 / height);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, records.blocks, gl.STREAM_DRAW);
      gl.bindVertexArray(this.array);
      gl.drawArrays(gl.TRIANGLES, 0, records.count);
      gl.bindVertexArray(null);
    }
    records.clear();
  }
}
