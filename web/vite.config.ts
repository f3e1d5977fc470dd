import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Also for servers that send no headers; `carom play` sends the same and more. Not while developing: Vite's own client
// has inline styles.
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "connect-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", injectTo: "head-prepend", attrs: { "http-equiv": "Content-Security-Policy", content: policy } },
  ],
};

/** Beside every file that gains by it FILE.br and FILE.gz, for servers that send what is compressed already. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (!/\.(js|css|wasm)$/.test(file.fileName)) continue;
      const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotliCompressSync(bytes, { params }) });
      this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
    }
  },
};

export default defineConfig({
  base: "./", // any folder of any static server will do
  plugins: [contentSecurityPolicy, compressed],
  server: { fs: { allow: [here("..")] } },
  build: {
    outDir: here("../build/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
});
