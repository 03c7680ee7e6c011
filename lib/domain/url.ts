/** Keeps a percent sign that escapes nothing. */
export function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Keeps `@`, as in copied links: browsers compare cookie paths literally. */
export const encodeSegment = (part: string): string => encodeURIComponent(part).replaceAll('%40', '@');

/** Replaces `URL.canParse`, which in Node 20 refuses letters such as ü once its caller has been compiled. */
export function canParseUrl(url: string, base?: string): boolean {
  try {
    new URL(url, base);
    return true;
  } catch {
    return false;
  }
}

export const withoutScheme = (link: string): string => link.replace(/^https?:\/\//, '');
