// Nothing to configure: Vite finds the engine's module by itself.
import { load } from "carom";

load().then((carom) => {
  const told = document.getElementById("told")!;
  const world = carom.world({ gravity: [0, -10], restitution: 0.5 });
  world.add({ border: { y: 0 }, name: "floor" });
  world.add({ circle: { radius: 0.5 }, at: [0, 5.5], name: "ball" });
  world.onContact({
    after: ({ t, speed }) => (told.textContent += `t = ${t.toFixed(4)} s: hits the floor at ${speed.toFixed(3)} m/s\n`),
  });
  world.stepTo(3);
  told.textContent += `state ${world.hash}\n`;
});
