import 'server-only';

type Floor = { atMs: number; sinceMs: number };

// On globalThis, because pages are bundled separately.
const shared = globalThis as typeof globalThis & { slipwayTimeFloor?: Floor | null };

/** Makes `presentTime` at least `atMs` from now on. Null trusts the machine's clock. */
export function setTimeFloor(atMs: number | null): void {
  shared.slipwayTimeFloor = atMs === null ? null : { atMs, sinceMs: performance.now() };
}

/** This machine's clock, but never earlier than the floor that the database set. */
export function presentTime(): Date {
  const floor = shared.slipwayTimeFloor;
  const lowestMs = floor ? floor.atMs + performance.now() - floor.sinceMs : 0;
  return new Date(Math.max(Date.now(), Math.floor(lowestMs)));
}
