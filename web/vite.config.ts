import { fileURLToPath } from "node:url";
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
  "connect-src 'self'",
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

export default defineConfig({
  base: "./", // any folder of any static server will do
  plugins: [contentSecurityPolicy],
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
