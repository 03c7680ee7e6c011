import 'server-only';

type Floor = { atMs: number; sinceMs: number };

// On globalThis, because pages are bundled separately.
const shared = globalThis as typeof globalThis & {
  slipwayTimeFloor?: Floor | null;
  slipwayClockOffset?: number;
};

/** Milliseconds by which the database's clock is ahead of this machine's. */
export const clockOffset = (): number => shared.slipwayClockOffset ?? 0;

export function setClockOffset(ms: number): void {
  shared.slipwayClockOffset = ms;
}

/** The database's clock, by which all nodes judge. */
export const databaseTimeMs = (): number => Date.now() + clockOffset();

/** Makes `presentTime` at least `atMs` from now on. Null trusts the database's clock. */
export function setTimeFloor(atMs: number | null): void {
  shared.slipwayTimeFloor = atMs === null ? null : { atMs, sinceMs: performance.now() };
}

/** The database's clock, but never earlier than the floor, which is the newest time in its rows. */
export function presentTime(): Date {
  const floor = shared.slipwayTimeFloor;
  const lowestMs = floor ? floor.atMs + performance.now() - floor.sinceMs : 0;
  return new Date(Math.floor(Math.max(databaseTimeMs(), lowestMs)));
}
