// Many points on a canvas: WebGL2, or Canvas2D where that is missing. Positions are uploaded once, colours when they
// change, so that moving 20,000 points costs one draw call.

/** What part of the plane is seen: screen = place * scale + offset, in CSS pixels. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Points that can be drawn. */
export interface PointLayer {
  setPlaces(x: readonly number[], y: readonly number[]): void;
  /** Per point red, green, blue (0 to 255) and a diameter in CSS pixels. */
  setLooks(looks: Uint8Array): void;
  draw(camera: Camera, width: number, height: number): void;
  close(): void;
}

/** A layer on a canvas. */
export function pointLayer(canvas: HTMLCanvasElement): PointLayer {
  const gl = canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
  return gl === null ? plainLayer(canvas) : glLayer(canvas, gl);
}

const VERTEX = `#version 300 es
in vec2 place; in vec4 look;
uniform vec2 size; uniform vec3 camera; uniform float ratio;
out vec3 colour;
void main() {
  vec2 at = place * camera.x + camera.yz;
  gl_Position = vec4(at.x / size.x * 2.0 - 1.0, 1.0 - at.y / size.y * 2.0, 0.0, 1.0);
  gl_PointSize = look.a * 255.0 * ratio;
  colour = look.rgb;
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 colour; out vec4 result;
void main() {
  float edge = length(gl_PointCoord - 0.5) * 2.0;
  float alpha = 0.88 * (1.0 - smoothstep(0.82, 1.0, edge));
  result = vec4(colour * alpha, alpha);
}`;

function glLayer(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext): PointLayer {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const places = buffer(gl, program, "place", 2, gl.FLOAT, false);
  const looks = buffer(gl, program, "look", 4, gl.UNSIGNED_BYTE, true);
  let count = 0;
  return {
    setPlaces: (x, y) => {
      count = x.length;
      const data = new Float32Array(count * 2);
      for (let i = 0; i < count; i++) data.set([x[i], y[i]], i * 2);
      gl.bindBuffer(gl.ARRAY_BUFFER, places);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    },
    setLooks: (data) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, looks);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    },
    draw: ({ scale, x, y }, width, height) => {
      const ratio = fit(canvas, width, height);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(gl.getUniformLocation(program, "size"), width, height);
      gl.uniform3f(gl.getUniformLocation(program, "camera"), scale, x, y);
      gl.uniform1f(gl.getUniformLocation(program, "ratio"), ratio);
      gl.drawArrays(gl.POINTS, 0, count);
    },
    close: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
}

function buffer(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  name: string,
  size: number,
  type: number,
  norm: boolean,
) {
  const made = gl.createBuffer();
  const at = gl.getAttribLocation(program, name);
  gl.bindBuffer(gl.ARRAY_BUFFER, made);
  gl.enableVertexAttribArray(at);
  gl.vertexAttribPointer(at, size, type, norm, 0, 0);
  return made;
}

function plainLayer(canvas: HTMLCanvasElement): PointLayer {
  const context = canvas.getContext("2d")!;
  let xs: readonly number[] = [];
  let ys: readonly number[] = [];
  let looks = new Uint8Array();
  return {
    setPlaces: (x, y) => {
      xs = x;
      ys = y;
    },
    setLooks: (data) => {
      looks = new Uint8Array(data);
    },
    draw: ({ scale, x, y }, width, height) => {
      const ratio = fit(canvas, width, height);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      for (let i = 0; i < xs.length; i++) {
        const [red, green, blue, size] = looks.subarray(i * 4, i * 4 + 4);
        context.fillStyle = `rgb(${red} ${green} ${blue} / 88%)`;
        context.beginPath();
        context.arc(xs[i] * scale + x, ys[i] * scale + y, size / 2, 0, 7);
        context.fill();
      }
    },
    close: () => {},
  };
}

/** Makes the canvas as fine as the screen; returns device pixels per CSS pixel. */
export function fit(canvas: HTMLCanvasElement, width: number, height: number): number {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  return ratio;
}
