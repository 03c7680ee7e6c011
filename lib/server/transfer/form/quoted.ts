import 'server-only';

/**
 * Rewrites the escapes `\"` and `\\` of HTTP (RFC 2616, 2.2) as browsers write quotes: `%22` (RFC 7578, 4.2). Any other
 * backslash belongs to the name, and so does one before the closing quote.
 */
export function normalizeQuotes(disposition: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < disposition.length; at++) {
    const next = disposition[at + 1];
    const isEscape = isQuoted && disposition[at] === '\\' && (next === '"' || next === '\\');
    if (isEscape && !(next === '"' && isClosingQuote(disposition, at + 1))) {
      out += next === '"' ? '%22' : '\\';
      at++;
      continue;
    }
    if (disposition[at] === '"') isQuoted = !isQuoted;
    out += disposition[at];
  }
  return out;
}

function isClosingQuote(disposition: string, quoteAt: number): boolean {
  nextParameter.lastIndex = quoteAt + 1;
  return nextParameter.test(disposition);
}
const nextParameter = /[ \t]*(;[ \t]*[\w*-]+[ \t]*=|;?[ \t]*$)/y;
