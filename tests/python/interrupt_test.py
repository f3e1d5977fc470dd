"""Ctrl-C in a long run, and in one long step: answered within 0.2 s, and the world is whole afterwards."""

import os
import signal
import threading
import time
import unittest

import carom


class Interrupt(unittest.TestCase):
    def check(self, world, run):
        sent = []

        def send():
            time.sleep(0.3)
            # Of the processor: the machine may be busy with other things.
            sent.append((time.perf_counter(), time.process_time()))
            os.kill(os.getpid(), signal.SIGINT)

        killer = threading.Thread(target=send)
        killer.start()
        with self.assertRaises(KeyboardInterrupt):
            run(world)
        answered = min(time.perf_counter() - sent[0][0], time.process_time() - sent[0][1])
        killer.join()
        print(f"Ctrl-C answered after {1000 * answered:.0f} ms")
        self.assertLess(answered, 0.2)

    def test_everywhere(self):
        piles = carom.World.from_scene("pyramid")
        gas = carom.World.from_scene("gas")
        event = carom.World.from_scene("gas")
        event.change(detection="event")
        for name, world in {"swept": gas, "event": event, "pile": piles}.items():
            self.check(world, lambda world: world.run(until=1e9, record=False))
            # It goes on in the bits of a run that never stopped.
            reached = world.time
            other = carom.World.from_scene("pyramid" if name == "pile" else "gas")
            if name == "event":
                other.change(detection="event")
            if reached < 20:
                world.run(until=reached + 0.1)
                other.run(until=reached + 0.1)
                self.assertEqual(world.hash, other.hash, name)

    def test_in_one_long_step(self):
        """It is taken back: the step of before is the last one."""
        for detection in ("swept", "event"):
            world = carom.World.from_scene("gas")
            world.change(detection=detection)
            world.step()
            before, time_then = world.hash, world.time
            world.change(dt=1e5)
            self.check(world, lambda world: world.step(record=False))
            if detection == "swept":
                self.assertEqual((world.hash, world.time), (before, time_then))

    def test_with_a_handler_of_ones_own(self):
        class Mine(Exception):
            pass

        def handle(number, frame):
            raise Mine

        old = signal.signal(signal.SIGINT, handle)
        try:
            threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(Mine):
                carom.World.from_scene("gas").run(until=1e9, record=False)
        finally:
            signal.signal(signal.SIGINT, old)

    def test_in_callbacks_too(self):
        world = carom.World.from_scene("gas")
        world.on_contact(before=lambda contact: None)
        self.check(world, lambda world: world.run(until=1e9, record=False))
        world.step()


if __name__ == "__main__":
    unittest.main()
