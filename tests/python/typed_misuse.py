"""Wrong uses that mypy has to notice, one on each line that says so."""

import carom


def misuse(world: carom.World) -> None:
    world.run(until="soon")  # wrong
    world["ball"].mass = "heavy"  # wrong
    world.hash + 1  # wrong
    world.state_at(0, 1).at  # wrong
    world.on_contact(before=3)  # wrong
    carom.Snapshot.from_bytes("text")  # wrong
