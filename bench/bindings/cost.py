"""What the Python package costs: a call, reading 10,000 bodies, a callback. The least of several rounds.

    PYTHONPATH=build/python /usr/bin/python3 bench/bindings/cost.py
"""

import time

import carom
import numpy as np


def least(action, rounds=20, times=1):
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(times):
            action()
        best = min(best, (time.perf_counter() - begin) / times)
    return best


def gas(callback):
    world = carom.World.from_scene("gas")
    world.on_contact(before=callback)
    begin = time.perf_counter()
    world.run(until=2, record=False)
    return time.perf_counter() - begin, world.collisions


box = {"min": [0, 0], "max": [100, 100]}
world = carom.World.from_scene({"carom": 1, "fill": [{"count": 10000, "circle": {"radius": 0.1}, "region": box, "arrangement": "square", "speed": 1}]})
body = world[0]


def read():
    body.velocity = (1, 0)  # so that the columns are filled anew
    return world.bodies.at


call = least(lambda: world.time, times=2000)
one = least(lambda: body.at, times=1000)
columns = least(read) - least(lambda: setattr(body, "velocity", (1, 0)))
again = least(lambda: world.bodies.at, times=200)
plain, contacts = min(gas(None) for _ in range(3))
called, _ = min(gas(lambda contact: True) for _ in range(3))
n = 100_000
points = np.random.default_rng(1).uniform(-1, 1, (4, n, 2))
pairs = least(lambda: carom.impact_times(points[0], points[1], 0.1, points[2], points[3], 0.1), 5) / n
print(f"a call {call * 1e9:.0f} ns; one body's place {one * 1e6:.1f} us; bodies.at of 10,000 bodies {columns * 1e6:.0f} us, "
      f"read again {again * 1e6:.1f} us; a callback {(called - plain) / contacts * 1e6:.1f} us ({contacts} contacts); "
      f"impact_times {pairs * 1e9:.0f} ns a pair")
