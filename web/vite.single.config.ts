/** The page as one file that works from disk, build/carom.html: what is beside it otherwise is inside. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin, Rollup } from "vite";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What a page may do that is asked for nothing; scripts by their digest. */
const policy = (script: string) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}' blob: 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "worker-src blob:",
    "connect-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/** The only one of its kind. */
function single<T>(kind: string, found: T[]): T {
  if (found.length !== 1) throw new Error(`expected one ${kind}, found ${found.length}`);
  return found[0]!;
}

/** Puts the script, the style and the icon into the page; nothing else may be left. */
const oneFile: Plugin = {
  name: "one-file",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const script = single("script", files.filter((file): file is Rollup.OutputChunk => file.type === "chunk"));
    const assets = files.filter((file): file is Rollup.OutputAsset => file.type === "asset");
    const page = single("page", assets.filter(({ fileName }) => fileName.endsWith(".html")));
    const style = single("style sheet", assets.filter(({ fileName }) => fileName.endsWith(".css")));
    if (files.length !== 3) throw new Error(`more than a page: ${files.map(({ fileName }) => fileName).join(", ")}`);
    const icon = `data:image/svg+xml;base64,${readFileSync(here("public/icon.svg")).toString("base64")}`;
    const code = script.code.replaceAll("</script", "<\\/script");
    page.source = String(page.source)
      .replace(/<script type="module"[^>]*><\/script>/, "")
      .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(style.source)}</style>`)
      .replaceAll("./icon.svg", icon)
      .replace("<head>", () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy(code)}">`)
      .replace("</body>", () => `<script type="module">${code}</script>\n  </body>`);
    page.fileName = "carom.html";
    delete bundle[script.fileName];
    delete bundle[style.fileName];
  },
};

const inside = (file: string) => here(`src/single/${file}.ts`);
const inlined = [
  { find: /^carom$/, replacement: "carom/inline" },
  { find: "./start_worker", replacement: inside("start_worker") },
  { find: "./pictures", replacement: inside("pictures") },
];

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [oneFile],
  resolve: { alias: inlined },
  build: {
    outDir: here("../build/page"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 1e9,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 1e9,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  // A worker of modules cannot be started from the text of one where the page comes from disk.
  worker: { format: "iife" },
});
