/** Spreadsheets skip white space before a formula. */
const isFormula = /^[\s\ufeff]*[=+\-@\t\r\n＝＋－＠]/;
const beginsFormula = /^[=+\-@＝＋－＠]$/;
const separators = /([;,\s\ufeff]+)([^;,\s\ufeff]?)/g;

/**
 * Formats a line (RFC 4180). Escapes formulas, as the text is untrusted; also inside a text, where a spreadsheet that
 * expects another separator would start a cell.
 */
export const csvLine = (cells: readonly (string | number)[], separator: ',' | ';'): string =>
  `${cells.map(cellOf).join(separator)}\r\n`;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inside = value.replace(separators, (all, gap: string, next: string) =>
    beginsFormula.test(next) && /[;,\t\r\n]/.test(gap) ? `${gap}'${next}` : all,
  );
  const escaped = isFormula.test(value) ? `'${inside}` : inside;
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
