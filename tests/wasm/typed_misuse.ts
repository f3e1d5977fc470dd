// What the package's types keep out: each line below a @ts-expect-error must be an error; package_test.mjs compiles it.
import { load, World } from "carom";

const carom = await load();
const world = carom.world();
// @ts-expect-error: a shape without its radius
world.add({ circle: {} });
// @ts-expect-error: a point has two numbers
world.add({ circle: { radius: 1 }, at: [0] });
// @ts-expect-error: no such key
world.add({ circle: { radius: 1 }, positon: [0, 0] });
// @ts-expect-error: a name is no serial
world.remove("ball");
// @ts-expect-error: there is no such way to detect
carom.world({ detection: "sweep" });
// @ts-expect-error: worlds are opened by an engine
new World(undefined, "no");
// @ts-expect-error: columns are there to be read
world.bodies.at = new Float64Array();
// @ts-expect-error: `before` tells whether, not what
world.onContact({ before: () => "no" });
// @ts-expect-error: only as many numbers as there are
world.applyImpulse(0, 1, 2);
// @ts-expect-error: borders are not cast
world.shapeCast({ border: { y: 0 } }, [0, 0], [1, 1]);
// @ts-expect-error: it may be that there is none
world.nearest(0, 0).serial;
