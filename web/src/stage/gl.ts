/** The little WebGL2 that the stage needs: programs, and columns of instances that are written anew each frame. */

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
  private data = new Float32Array(1024);
  private used = 0;

  constructor(readonly size: number) {}

  get count(): number {
    return this.used / this.size;
  }

  clear(): void {
    this.used = 0;
  }

  add(...values: number[]): void {
    if (this.used + this.size > this.data.length) {
      const larger = new Float32Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    for (const value of values) this.data[this.used++] = value;
  }

  upload(gl: GL, buffer: WebGLBuffer): void {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.data.subarray(0, this.used), gl.STREAM_DRAW);
  }
}

/** Draws records with one program: each is an instance of a quad of four corners, or a vertex of a triangle. */
export class Brush {
  readonly records: Records;
  private readonly buffer: WebGLBuffer;
  private readonly array: WebGLVertexArrayObject;
  private readonly made: WebGLProgram;
  private readonly view: WebGLUniformLocation | null;

  constructor(
    private readonly gl: GL,
    fields: [name: string, size: number][],
    private readonly quads: boolean,
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
      if (quads) gl.vertexAttribDivisor(place, 1);
      offset += floats;
    }
    gl.bindVertexArray(null);
  }

  /** `width` and `height` of the viewport, in pixels. Records are in pixels from its middle. */
  draw(width: number, height: number): void {
    const { gl, records } = this;
    if (records.count > 0) {
      gl.useProgram(this.made);
      gl.uniform2f(this.view, 2 / width, -2 / height);
      records.upload(gl, this.buffer);
      gl.bindVertexArray(this.array);
      if (this.quads) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, records.count);
      else gl.drawArrays(gl.TRIANGLES, 0, records.count);
      gl.bindVertexArray(null);
    }
    records.clear();
  }
}
