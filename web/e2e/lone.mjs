// A scene with one ball in a room, and how to touch it.
import { openText, settled } from "./page.mjs";

/** The scene as it is at the time shown. */
export async function moment(page) {
  await page.click("#share");
  await page.check("#share-moment");
  await page.click("#copy-command");
  await page.waitForFunction(() => document.getElementById("share-text").value !== "");
  const command = await page.inputValue("#share-text");
  await page.keyboard.press("Escape");
  return JSON.parse(command.slice(command.indexOf("{"), command.lastIndexOf("}") + 1));
}

export const LONE = JSON.stringify({
  carom: 1,
  name: "Lone",
  world: { bounds: { min: [-4, -3], max: [4, 3], edges: "rebound" } },
  bodies: [{ name: "ball", circle: { radius: 0.5 } }],
});

/** Where a point of the world is on the page, with the view as it is after opening LONE. */
export async function spot(page, x, y) {
  const box = await page.locator("#stage").boundingBox();
  const [top, right, bottom, left] = await page.locator("#stage").evaluate((stage) =>
    ["top", "right", "bottom", "left"].map((side) =>
      parseFloat(getComputedStyle(stage).getPropertyValue(`--covered-${side}`)),
    ),
  );
  const [width, height] = [box.width - left - right, box.height - top - bottom];
  const scale = 0.96 * Math.min(width / 8, height / 6);
  return [box.x + left + width / 2 + x * scale, box.y + top + height / 2 - y * scale];
}

export async function openLone(page) {
  await openText(page, LONE);
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await settled(page);
}
