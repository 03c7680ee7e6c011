import 'server-only';

type Floor = { atMs: number; sinceMs: number };

// A line for each object of the database.
const shared = globalThis as typeof globalThis & { slipwayTimeFloor?: Floor | null };

export function setTimeFloor(atMs: number | null): void {
  shared.slipwayTimeFloor = atMs === null ? null : { atMs, sinceMs: performance.now() };
}

/** This machine's clock, but never earlier than the floor that the database set. */
export function presentTime(): Date {
  const floor = shared.slipwayTimeFloor;
  const lowestMs = floor ? floor.atMs + performance.now() - floor.sinceMs : 0;
  return new Date(Math.max(Date.now(), Math.floor(lowestMs)));
}
