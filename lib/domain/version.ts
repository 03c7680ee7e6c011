type Version = { numbers: [number, number, number]; isPreRelease: boolean };

/** Reads `v1.2.3` and `1.2.3-rc.1+build`. */
function readVersion(text: string): Version | null {
  const parts = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.exec(text);
  if (!parts) return null;
  const [, major, minor, patch, preRelease] = parts;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    isPreRelease: preRelease !== undefined,
  };
}

/** Returns the numbers alone, or null for a pre-release and what is no version. */
export function releasedVersion(text: string): string | null {
  const version = readVersion(text);
  return version && !version.isPreRelease ? version.numbers.join('.') : null;
}

/** @param newest as `releasedVersion` returns it */
export function isNewer(newest: string, own: string): boolean {
  const [theirs, ours] = [readVersion(newest), readVersion(own)];
  if (!theirs || !ours) return false;
  const at = theirs.numbers.findIndex((number, place) => number !== ours.numbers[place]);
  return at === -1 ? ours.isPreRelease : Number(theirs.numbers[at]) > Number(ours.numbers[at]);
}
