import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { LANGUAGES, pick } from ".";
import { BLANK, SHIPPED } from "../scenes/shipped";

const source = fileURLToPath(new URL("..", import.meta.url));
const { en, ...others } = LANGUAGES;

/** Every string or function of a table by its path. */
function leaves(table: object, path = ""): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, value] of Object.entries(table)) {
    const name = path === "" ? key : `${path}.${key}`;
    if (name === "scenes") continue;
    if (value !== null && typeof value === "object") for (const [k, v] of leaves(value as object, name)) found.set(k, v);
    else found.set(name, value);
  }
  return found;
}

test("every language has every string, of the same kind, and none is empty", () => {
  const usual = leaves(en);
  for (const [language, table] of Object.entries(others)) {
    const own = leaves(table);
    expect([...own.keys()].sort(), language).toEqual([...usual.keys()].sort());
    for (const [key, value] of own) {
      expect(typeof value, `${language} ${key}`).toBe(typeof usual.get(key));
      if (typeof value === "function") expect(value.length, `${language} ${key}`).toBe((usual.get(key) as { length: number }).length);
      else expect(String(value).trim(), `${language} ${key}`).not.toBe("");
    }
  }
});

test("a language is not a copy of English", () => {
  const usual = leaves(en);
  for (const [language, table] of Object.entries(others)) {
    const same = [...leaves(table)].filter(([key, value]) => typeof value === "string" && /\p{L}{3}.* \p{L}{3}/u.test(value) && value === usual.get(key));
    expect(same, language).toEqual([]);
  }
});

test("what a string is made of stands in it, in every language", () => {
  for (const [language, table] of Object.entries(LANGUAGES))
    for (const [key, value] of leaves(table)) {
      if (typeof value !== "function") continue;
      const parts = Array.from({ length: value.length }, (_, k) => `§${k}§`);
      const text = (value as (...parts: string[]) => string)(...parts);
      for (const part of parts) expect(text, `${language} ${key}`).toContain(part);
    }
});

test("every shipped scene has its name and idea in the other languages", () => {
  const ids = [...SHIPPED, BLANK].map(({ id }) => id).sort();
  for (const [language, { scenes }] of Object.entries(others)) {
    expect(Object.keys(scenes).sort(), language).toEqual(ids);
    for (const texts of Object.values(scenes)) for (const text of texts) expect(text.length).toBeGreaterThan(2);
  }
});

test("the language is that which is asked for first, whatever the region", () => {
  expect(pick(["fr", "de"])).toBe("fr");
  expect(pick([null, "de-AT", "en"])).toBe("de");
  expect(pick([null, "tlh", "sv"])).toBe("en");
});

test("the page itself holds no words, and names strings that there are", () => {
  const page = readFileSync(join(source, "../index.html"), "utf8");
  const body = page.slice(page.indexOf("<body>"));
  const texts = [...body.replaceAll(/<script[\s\S]*?<\/script>/g, "").matchAll(/>([^<]*\p{L}{2}[^<]*)</gu)].map(([, text]) => text!.trim());
  expect(texts).toEqual(["Carom"]);
  expect([...page.matchAll(/\s(?:title|aria-label|placeholder|alt)="([^"]*\p{L}{2}[^"]*)"/gu)]).toEqual([]);
  const named = [...page.matchAll(/data-(?:text|title|label|content)="([^"]*)"/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(75);
  for (const name of named) expect(en.page, name).toHaveProperty(name);
});

/** What only a programmer may ever see, or a program reads. */
const UNSEEN = [
  /^the page has no #/, // an element that is always there
  /^a shader does not link/,
  /^no scene is open$/, // called too early
  /^there is no body called /, // the task says that it does not fit
  /px system-ui/, // a font
  /linear-gradient/,
  /^(application|text|video|image)\//,
  /^[[#]|:not\(/, // a selector
  /^https:/,
  /^<(polyline|polygon|circle|svg) /, // a picture
  /^… · Carom$|^Δt = …$/, // a name, a symbol
  /^\{\n  "carom": 1/, // a scene, whose name and idea are in the table
];
const FILES_UNSEEN = ["stage/brushes.ts", "stage/dots.ts", "stage/gl.ts", "scenes/copies.ts"]; // shaders; programs to copy
const CALLS: Record<string, number> = { make: 2, button: 0, dialogHead: 2, say: 0, show: 0, tell: 0, Option: 0, Error: 0 };
const PROPERTIES = ["title", "placeholder", "label", "aria-label", "aria-valuetext", "aria-description", "textContent", "message"];

function literal(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return [node.head, ...node.templateSpans.map((span) => span.literal)].map(({ text }) => text).join("…");
  return undefined;
}

/** Whether a literal stands where somebody reads it. */
function shows(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent)) return shows(parent);
  if (ts.isBinaryExpression(parent)) {
    const { left } = parent;
    if (parent.operatorToken.kind === ts.SyntaxKind.InKeyword) return false;
    return ts.isPropertyAccessExpression(left) ? parent.right === node && PROPERTIES.includes(left.name.text) : shows(parent);
  }
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isPropertyAssignment(parent)) return PROPERTIES.includes(parent.name.getText().replaceAll('"', ""));
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const { expression } = parent;
    const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    const place = [...(parent.arguments ?? [])].findIndex((each) => each === node);
    if (name === "setAttribute") return place === 1 && PROPERTIES.includes(literal(parent.arguments![0]!) ?? "");
    return name in CALLS && place >= CALLS[name]! && (name !== "button" || place === 0);
  }
  return false;
}

test("no string that somebody reads stands outside of the table", () => {
  const files = (readdirSync(source, { recursive: true }) as string[]).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("words") && !FILES_UNSEEN.includes(name),
  );
  expect(files.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const name of files) {
    const file = ts.createSourceFile(name, readFileSync(join(source, name), "utf8"), ts.ScriptTarget.ES2022, true);
    const look = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
      const text = literal(node);
      const sentence = text !== undefined && /\p{L}{2,},? \p{L}{2,}/u.test(text);
      if (text !== undefined && (sentence || (/\p{L}{2}/u.test(text) && shows(node))) && !UNSEEN.some((each) => each.test(text)))
        found.push(`${name}: ${text}`);
      ts.forEachChild(node, look);
    };
    look(file);
  }
  expect(found).toEqual([]);
});
