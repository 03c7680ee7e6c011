import 'server-only';

/**
 * A part's Content-Disposition with its quotes the way browsers write them (`%22`, RFC 7578, 4.2), for clients that
 * escape as HTTP does: `\"` and `\\` (RFC 2616, 2.2). Any other backslash is the name's own, as browsers send it; so is
 * one before a quote that can only be the last.
 */
export function withBrowsersQuotes(disposition: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < disposition.length; at++) {
    const next = disposition[at + 1];
    const isEscape = isQuoted && disposition[at] === '\\' && (next === '"' || next === '\\');
    if (isEscape && !(next === '"' && isLast(disposition, at + 1))) {
      out += next === '"' ? '%22' : '\\';
      at++;
      continue;
    }
    if (disposition[at] === '"') isQuoted = !isQuoted;
    out += disposition[at];
  }
  return out;
}

/** Whether behind a quote the next parameter follows, or nothing. */
function isLast(disposition: string, quoteAt: number): boolean {
  nextParameter.lastIndex = quoteAt + 1;
  return nextParameter.test(disposition);
}
const nextParameter = /[ \t]*(;[ \t]*[\w*-]+[ \t]*=|;?[ \t]*$)/y;
