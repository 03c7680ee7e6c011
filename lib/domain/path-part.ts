/** A part of a path as it is meant. A percent sign that escapes nothing is meant as such. */
export function readPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** An ID's `@` stays, as in links that people copy: browsers compare the paths of cookies as they are written. */
export const writePart = (part: string): string => encodeURIComponent(part).replaceAll('%40', '@');
