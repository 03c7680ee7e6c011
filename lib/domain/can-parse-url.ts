/** In place of `URL.canParse`, which in Node 20 refuses letters such as ü once its caller has been compiled. */
export function canParseUrl(url: string, base?: string): boolean {
  try {
    new URL(url, base);
    return true;
  } catch {
    return false;
  }
}
