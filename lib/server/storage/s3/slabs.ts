import 'server-only';

/**
 * What parts are gathered in: memory that is used again and again. Kept as they come, a socket's pieces would live
 * for as long as their part is on its way, and V8 would look through its whole heap for them time after time.
 */
export const slabBytes = 256 * 1024;

/** How many are kept for later when a busy moment is over. */
const maxFree = 512;
const free: Buffer[] = [];

export const takeSlab = (): Buffer => free.pop() ?? Buffer.allocUnsafeSlow(slabBytes);

export function returnSlabs(slabs: Buffer[]): void {
  for (const slab of slabs) if (free.length < maxFree) free.push(slab);
}
