"""An environment in the manner of gymnasium, in twenty lines: keep a ball in the air by pushing it sideways under walls of a box.

`reset` and `step` return what gymnasium's do, so that a learner written for it works; nothing has to be installed.
"""

import carom
import numpy as np


class Juggle:
    def reset(self, seed=None):
        draw = np.random.default_rng(seed)
        self.world = carom.World(gravity=(0, -1), restitution=0.9, dt=0.05, bounds={"min": (-1, 0), "max": (1, 4)})
        self.world.add(circle={"radius": 0.1}, at=(draw.uniform(-0.8, 0.8), 2), name="ball")
        self.world.add(segment={"ends": [(-0.3, 0), (0.3, 0)]}, at=(0, 0.5), name="bat")
        return self._see(), {}

    def step(self, action):
        self.world["bat"].velocity = (float(np.clip(action, -1, 1)), 0)
        self.world.step()
        hits, floor = self.world.events["b"] == 1, self.world.events["b"] == -1
        fallen = bool(np.any(floor & (self.world.events["point"][:, 1] < 0.01)))
        return self._see(), float(np.sum(hits)), fallen, self.world.time >= 60, {}

    def _see(self):
        return np.concatenate([*self.world.bodies.at, *self.world.bodies.velocity])


if __name__ == "__main__":
    environment, total = Juggle(), 0.0
    for seed in range(5):
        seen, _ = environment.reset(seed)
        fallen = over = False
        while not (fallen or over):
            seen, reward, fallen, over, _ = environment.step(4 * (seen[0] - seen[2]))  # run after the ball
            total += reward
    print(f"5 games, {total:.0f} hits of the bat")
