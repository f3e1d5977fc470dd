"""How deep two bodies lie in each other: written for the soak alone, shares nothing with Carom's own tests of overlap.

A shape in its place is a list of pieces:

    ("disc", x, y, r)          solid
    ("convex", points)         solid; two points are a segment, which is a solid without thickness
    ("ring", x, y, r)          a line without thickness
    ("outline", points)        likewise, of an arena
    ("line", axis, place)      an endless border; axis 0: x = place, axis 1: y = place

`depth` never tells more than the least way by which the two would have to be moved to be apart (or one inside the other,
where one of them is hollow): what it tells is an overlap, for certain. Of concave solids it is the deepest pair of their
triangles, of outlines that of their edges.
"""

import math


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def area(points):
    return 0.5 * sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1]))


def is_convex(points):
    n = len(points)
    return all(cross(points[k], points[(k + 1) % n], points[(k + 2) % n]) >= 0 for k in range(n))


def in_triangle(p, a, b, c):
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def triangles(points):
    """By cutting ears off a simple polygon, counterclockwise."""
    left, result = list(points), []
    while len(left) > 3:
        n = len(left)
        for k in range(n):
            a, b, c = left[k - 1], left[k], left[(k + 1) % n]
            others = [p for p in left if p not in (a, b, c)]
            if cross(a, b, c) > 0 and not any(in_triangle(p, a, b, c) for p in others):
                result.append([a, b, c])
                del left[k]
                break
        else:
            # Only straight corners are left, or rounding has it so: one that bends least goes without a triangle.
            del left[min(range(n), key=lambda k: abs(cross(left[k - 1], left[k], left[(k + 1) % n])))]
    if cross(*left) > 0:
        result.append(left)
    return result


def solid_pieces(points):
    points = [tuple(p) for p in points]
    if area(points) < 0:
        points.reverse()
    return [points] if is_convex(points) else triangles(points)


def local_pieces(body):
    """The pieces of a body of a scene, around its origin and not turned."""
    if "circle" in body:
        return [("ring" if body["circle"].get("hollow") else "disc", 0.0, 0.0, body["circle"]["radius"])]
    if "polygon" in body:
        points = [tuple(p) for p in body["polygon"]["vertices"]]
        if body["polygon"].get("hollow"):
            return [("outline", points)]
        return [("convex", piece) for piece in solid_pieces(points)]
    if "segment" in body:
        return [("convex", [tuple(p) for p in body["segment"]["ends"]])]
    if "border" in body:
        return [("line", 0, body["border"]["x"]) if "x" in body["border"] else ("line", 1, body["border"]["y"])]
    return [placed(piece, part.get("at", (0, 0)), part.get("angle", 0))
            for part in body["shapes"] for piece in local_pieces(part)]


def placed(piece, at, angle):
    if piece[0] == "line":
        return ("line", piece[1], piece[2] + at[piece[1]])
    c, s = (math.cos(angle), math.sin(angle)) if angle else (1.0, 0.0)
    if piece[0] in ("disc", "ring"):
        _, x, y, r = piece
        return (piece[0], at[0] + c * x - s * y, at[1] + s * x + c * y, r)
    return (piece[0], [(at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in piece[1]])


def moved(piece, by):
    return placed(piece, by, 0)


def box(pieces):
    """(left, low, right, high) around pieces that end; None around a border."""
    xs, ys = [], []
    for piece in pieces:
        if piece[0] == "line":
            return None
        if piece[0] in ("disc", "ring"):
            _, x, y, r = piece
            xs += [x - r, x + r]
            ys += [y - r, y + r]
        else:
            xs += [p[0] for p in piece[1]]
            ys += [p[1] for p in piece[1]]
    return (min(xs), min(ys), max(xs), max(ys))


def point_segment(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0 if square == 0 else max(0, min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def edges(points):
    return [tuple(points)] if len(points) == 2 else list(zip(points, points[1:] + points[:1]))


def in_polygon(p, points):
    """By counting crossings: for outlines that need not be convex."""
    inside = False
    for a, b in edges(points):
        if (a[1] > p[1]) != (b[1] > p[1]) and p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]):
            inside = not inside
    return inside


def distance_to_outline(p, points):
    return min(point_segment(p, a, b) for a, b in edges(points))


def disc_disc(a, b):
    return a[3] + b[3] - math.hypot(a[1] - b[1], a[2] - b[2])


def disc_convex(disc, convex):
    p, points = disc[1:3], convex[1]
    far = distance_to_outline(p, points)
    inside = len(points) > 2 and all(cross(a, b, p) >= 0 for a, b in edges(points))
    return disc[3] + (far if inside else -far)


def convex_convex(a, b):
    """The least overlap over the normals of all edges: of convex solids that is the depth itself."""
    least = math.inf
    for points in (a[1], b[1]):
        for p, q in edges(points):
            nx, ny = q[1] - p[1], p[0] - q[0]
            length = math.hypot(nx, ny)
            if length == 0:
                continue
            nx, ny = nx / length, ny / length
            pa = [nx * x + ny * y for x, y in a[1]]
            pb = [nx * x + ny * y for x, y in b[1]]
            least = min(least, max(pa) - min(pb), max(pb) - min(pa))
            if least <= 0:
                return least
    return least


def ring_disc(ring, disc):
    d = math.hypot(ring[1] - disc[1], ring[2] - disc[2])
    out = ring[3] + disc[3] - d
    return min(out, d + disc[3] - ring[3]) if disc[3] < ring[3] else out


def ring_ring(a, b):
    d = math.hypot(a[1] - b[1], a[2] - b[2])
    return min(a[3] + b[3] - d, d - abs(a[3] - b[3]))


def ring_convex(ring, convex):
    center, points = ring[1:3], convex[1]
    farthest = max(math.dist(center, p) for p in points)
    nearest = distance_to_outline(center, points)
    if len(points) > 2 and all(cross(a, b, center) >= 0 for a, b in edges(points)):
        nearest = 0
    return min(farthest - ring[3], ring[3] - nearest)


def outline_disc(outline, disc):
    return disc[3] - distance_to_outline(disc[1:3], outline[1])


def over_edges(outline, other):
    return max(depth(("convex", list(edge)), other) for edge in edges(outline[1]))


def line_any(line, other):
    axis, place = line[1:]
    if other[0] in ("disc", "ring"):
        return other[3] - abs(other[1 + axis] - place)
    low, high = min(p[axis] for p in other[1]), max(p[axis] for p in other[1])
    return min(high - place, place - low)


def line_line(a, b):
    return -math.inf  # two borders along one axis meet in their place alone, of two axes always


def flipped(f):
    return lambda a, b: f(b, a)


TABLE = {
    ("disc", "disc"): disc_disc, ("disc", "convex"): disc_convex, ("convex", "convex"): convex_convex,
    ("ring", "disc"): ring_disc, ("ring", "ring"): ring_ring, ("ring", "convex"): ring_convex,
    ("outline", "disc"): outline_disc, ("outline", "convex"): over_edges, ("outline", "ring"): over_edges,
    ("outline", "outline"): over_edges, ("line", "line"): line_line,
    **{("line", kind): line_any for kind in ("disc", "convex", "ring", "outline")},
}
TABLE.update({(b, a): flipped(f) for (a, b), f in list(TABLE.items()) if a != b})


def depth(a, b):
    """How deep two pieces lie in each other; not positive if they do not."""
    return TABLE[a[0], b[0]](a, b)


def deepest(a, b):
    return max(depth(p, q) for p in a for q in b)


def points_of(piece):
    """Points of the body itself, at least one of which is well away from any line that it does not cross."""
    if piece[0] == "disc":
        return [piece[1:3]]
    if piece[0] == "ring":
        _, x, y, r = piece
        return [(x + r, y), (x, y + r), (x - r, y), (x, y - r)]
    if piece[0] == "convex":
        return [tuple(sum(c) / len(piece[1]) for c in zip(*piece[1]))]
    return piece[1]


def side(pieces, other):
    """On which side of what parts the plane (a ring, an arena, a border) the other body is; None if there are no sides."""
    piece = pieces[0]
    if other[0][0] == "line" or piece[0] not in ("ring", "outline", "line"):
        return None
    candidates = points_of(other[0])
    if piece[0] == "ring":
        p = max(candidates, key=lambda p: abs(math.dist(piece[1:3], p) - piece[3]))
        return math.dist(piece[1:3], p) < piece[3]
    if piece[0] == "outline":
        return in_polygon(max(candidates, key=lambda p: distance_to_outline(p, piece[1])), piece[1])
    p = max(candidates, key=lambda p: abs(p[piece[1]] - piece[2]))
    return p[piece[1]] > piece[2]
