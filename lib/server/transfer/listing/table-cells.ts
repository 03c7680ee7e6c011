import 'server-only';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { TableCell, TableFormat, TableLine } from '@/lib/server/services/delivery/table';

const columnsBeforeQuestions = ['number', 'received', 'name', 'email', 'reference'] as const;
const columnsAfterQuestions = ['late', 'done', 'note', 'files', 'bytes', 'share'] as const;

export function headOf(questions: string[], { locale }: TableFormat): string[] {
  const t = translator(locale);
  const nameOf = (column: (typeof columnsBeforeQuestions | typeof columnsAfterQuestions)[number]) =>
    t(`deliveries.column.${column}`);
  return [...columnsBeforeQuestions.map(nameOf), ...questions, ...columnsAfterQuestions.map(nameOf)];
}

export const timeColumn = columnsBeforeQuestions.indexOf('received');

export function cellsOf(line: TableLine, { locale, baseUrl }: TableFormat): TableCell[] {
  const yes = translator(locale)('deliveries.yes');
  return [
    line.number > 0 ? line.number : '',
    line.at,
    line.name ?? '',
    line.email ?? '',
    line.reference ?? '',
    ...line.answers.map(({ value, isDay }) => (isDay ? { day: value } : value)),
    line.isLate ? yes : '',
    line.isDone ? yes : '',
    line.note ?? '',
    line.files,
    line.sizeBytes,
    baseUrl + paths.share(line.shareId),
  ];
}

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
