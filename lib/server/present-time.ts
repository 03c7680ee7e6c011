import 'server-only';

type Floor = { atMs: number; sinceMs: number };

// On globalThis, because the code of the pages is bundled apart from the process that runs it.
const kept = globalThis as typeof globalThis & { slipwayTimeFloor?: Floor | null };

/** Present times from now on are `atMs` or later, whatever this machine's clock says; null believes the clock. */
export function setTimeFloor(atMs: number | null): void {
  kept.slipwayTimeFloor = atMs === null ? null : { atMs, sinceMs: performance.now() };
}

/** The time that requests and jobs go by: this machine's, but none that the database knows to be over. */
export function presentTime(): Date {
  const floor = kept.slipwayTimeFloor;
  const lowestMs = floor ? floor.atMs + performance.now() - floor.sinceMs : 0;
  return new Date(Math.max(Date.now(), Math.floor(lowestMs)));
}
