"""Every call of the package with the types that it is meant to have: read by mypy, never run."""

import carom


def use() -> None:
    world: carom.World = carom.World(gravity=(0, -10), restitution=0.5, bounds={"min": (0, 0), "max": (1, 1)})
    ball: int = world.add(circle={"radius": 0.5}, at=(0, 5.5))
    body: carom.Body = world[ball]
    body.velocity = (1, 0)
    body.restitution = None
    at: tuple[float, float] = body.at
    world.step()
    world.run(until=3, record=False)
    times: list[float] = world.events["t"].tolist()
    energy: float = world.energy.total
    hit = world.shape_cast({"circle": {"radius": 1}}, at, (0, 0))
    if hit is not None:
        distance: float = hit.distance + energy + times[0]
        print(distance)
    world.on_contact(before=lambda contact: contact.speed > 1)
    snapshot: carom.Snapshot = world.snapshot()
    world.restore(carom.Snapshot.from_bytes(bytes(snapshot)))
    names: list[str] = carom.scenes()
    faults: list[carom.Fault] = carom.validate(names[0])
    state: carom.BodyState | None = world.state_at(ball, 1)
    print(faults, state, world.gas, world.hash.upper(), world.bodies.at.mean(), carom.__version__)
