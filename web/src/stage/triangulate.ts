/** A simple polygon cut into triangles by ear clipping (Meisters, 1975). Returns corner numbers, three a triangle. */
export function triangulate(points: Float64Array): number[] {
  const count = points.length / 2;
  const left = Array.from({ length: count }, (_, k) => k);
  if (area(points) < 0) left.reverse();
  const triangles: number[] = [];
  let misses = 0;
  for (let k = 0; left.length > 3 && misses <= left.length; ) {
    const [a, b, c] = [left[k % left.length]!, left[(k + 1) % left.length]!, left[(k + 2) % left.length]!];
    if (isEar(points, left, a, b, c)) {
      triangles.push(a, b, c);
      left.splice((k + 1) % left.length, 1);
      misses = 0;
    } else {
      ++k;
      ++misses;
    }
  }
  if (left.length === 3) triangles.push(left[0]!, left[1]!, left[2]!);
  return triangles;
}

function area(points: Float64Array): number {
  let sum = 0;
  const count = points.length / 2;
  for (let k = 0; k < count; ++k) {
    const next = (k + 1) % count;
    sum += points[2 * k]! * points[2 * next + 1]! - points[2 * next]! * points[2 * k + 1]!;
  }
  return sum;
}

function turn(points: Float64Array, a: number, b: number, c: number): number {
  const [ax, ay] = [points[2 * a]!, points[2 * a + 1]!];
  return (points[2 * b]! - ax) * (points[2 * c + 1]! - ay) - (points[2 * b + 1]! - ay) * (points[2 * c]! - ax);
}

function isEar(points: Float64Array, left: number[], a: number, b: number, c: number): boolean {
  if (turn(points, a, b, c) <= 0) return false;
  return !left.some(
    (p) =>
      p !== a &&
      p !== b &&
      p !== c &&
      turn(points, a, b, p) >= 0 &&
      turn(points, b, c, p) >= 0 &&
      turn(points, c, a, p) >= 0,
  );
}
