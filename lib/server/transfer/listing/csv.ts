/**
 * One line of values separated by commas (RFC 4180). A text that a spreadsheet would take for a formula is made one that
 * it shows as it is, because strangers wrote it.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s\ufeff]*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
