/** The address of a page for somebody else: with the key that it may hold, without view and other fragments. */
export function linkToHandOn({
  origin,
  pathname,
  hash,
}: Pick<Location, 'origin' | 'pathname' | 'hash'>): string {
  return origin + pathname + (/^#k=[\w-]{43}$/.exec(hash)?.[0] ?? '');
}
