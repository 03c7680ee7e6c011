const smallestBytes = 16 * 1024 * 1024;
/** A bucket takes 10,000 parts; one is left over. */
const maxParts = 9_999;
const stepBytes = 1024 * 1024;

/**
 * The size of every part (but the last) of a file that gets at most `maxBytes`: all alike, as some services insist,
 * and so big that the file fits.
 */
export function partBytesFor(maxBytes: number): number {
  return Math.max(smallestBytes, Math.ceil(maxBytes / maxParts / stepBytes) * stepBytes);
}
