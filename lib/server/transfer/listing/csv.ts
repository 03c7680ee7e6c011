/** What a spreadsheet begins a formula with, or skips before it. */
const isFormula = /^[\s\ufeff]*[=+\-@\t\r\n＝＋－＠]/;
const beginsFormula = /^[=+\-@＝＋－＠]$/;
const gaps = /([;,\s\ufeff]+)([^;,\s\ufeff]?)/g;

/**
 * One line of values with a separator (RFC 4180). A text that a spreadsheet would take for a formula is made one that it
 * shows as it is, because strangers wrote it; in the midst of a text, too, where one that expects another separator
 * would begin a cell.
 */
export const csvLine = (cells: readonly (string | number)[], separator: ',' | ';'): string =>
  `${cells.map(cellOf).join(separator)}\r\n`;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inside = value.replace(gaps, (all, gap: string, next: string) =>
    beginsFormula.test(next) && /[;,\t\r\n]/.test(gap) ? `${gap}'${next}` : all,
  );
  const harmless = isFormula.test(value) ? `'${inside}` : inside;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
