// Extends CommonMark to read notes as people write mails. Plain JavaScript, because the server's thread loads it
// unbuilt; the browser uses it for previews.

/** @typedef {{ type: string, value?: string, children?: Part[], position?: { start: { offset?: number }, end: { offset?: number } } }} Part */

/** A remark plugin that keeps single line ends, and signs inside of words or before numbers, as in 2*3*4. */
export function asWritten() {
  /** @param {Part} tree @param {{ value: unknown }} file */
  return (tree, file) => mend(tree, String(file.value));
}

/** @param {Part} part @param {string} text */
function mend(part, text) {
  part.children = part.children?.flatMap((child) => {
    mend(child, text);
    if (child.type === 'text') return linesOf(child.value ?? '');
    return emphasis.has(child.type) && isInside(child, text) ? withSigns(child, text) : child;
  });
}

const emphasis = new Set(['emphasis', 'strong', 'delete']);

/** @param {string} value @returns {Part[]} */
function linesOf(value) {
  return value
    .split(/\r?\n/)
    .flatMap((line, nth) => [
      ...(nth > 0 ? [{ type: 'break' }] : []),
      ...(line ? [{ type: 'text', value: line }] : []),
    ]);
}

const letter = /[\p{Script=Latin}\p{N}]/u;

/** Ignores scripts without blanks between words. @param {Part} part @param {string} text */
function isInside({ position }, text) {
  const before = text.charAt((position?.start.offset ?? 0) - 1);
  const after = text.charAt(position?.end.offset ?? text.length);
  return /\p{N}/u.test(after) || (letter.test(before) && letter.test(after));
}

/** @param {Part} part @param {string} text @returns {Part[]} */
function withSigns({ type, position, children = [] }, text) {
  const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
  const length = type === 'emphasis' || text.charAt(start + 1) !== text.charAt(start) ? 1 : 2;
  const sign = text.slice(start, start + length);
  return [{ type: 'text', value: sign }, ...children, { type: 'text', value: text.slice(end - length, end) }];
}
