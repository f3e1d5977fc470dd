"""Ten lines to a bouncing ball."""

import carom

world = carom.World(gravity=(0, -10), restitution=0.5)
floor = world.add(border={"y": 0}, name="floor")
ball = world.add(circle={"radius": 0.5}, at=(0, 5.5), name="ball")
world.run(until=2.5)
for hit in world.events:
    print(f"t = {hit['t']:.4f} s: hits the floor at {hit['speed']:.3f} m/s")
