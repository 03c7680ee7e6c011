const gap = '  ';
const shortestLast = 8;

/** Aligns columns, and cuts the last one at the end of the terminal's line. */
export function tableText(rows: string[][], columns = 80): string[] {
  const [first = []] = rows;
  const widths = first
    .slice(0, -1)
    .map((_, n) => rows.reduce((most, row) => Math.max(most, widthOf(row[n] ?? '')), 0));
  const before = widths.reduce((sum, width) => sum + width + gap.length, 0);
  const last = Math.max(shortestLast, columns - before);
  return rows.map((row) =>
    row.map((cell, n) => (n === widths.length ? cut(cell, last) : padded(cell, widths[n] ?? 0))).join(gap),
  );
}

const padded = (cell: string, width: number) => cell + ' '.repeat(width - widthOf(cell));

const letters = new Intl.Segmenter();
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|.\ufe0f)/u;

const widthOf = (text: string) =>
  [...letters.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let start = '';
  for (const { segment } of letters.segment(text)) {
    if (widthOf(start + segment) >= width) break;
    start += segment;
  }
  return `${start}…`;
}
