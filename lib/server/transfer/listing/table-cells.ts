import 'server-only';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { TableLine } from '@/lib/server/services/delivery/table';

/** A day without a time is that day everywhere. */
export type Cell = string | number | Date | { day: string };

export type Reader = { locale: Locale; baseUrl: string };

const before = ['number', 'received', 'name', 'email', 'reference'] as const;
const behind = ['late', 'done', 'note', 'files', 'bytes', 'share'] as const;

/** The names of the columns, with the questions among them. */
export function headOf(questions: string[], { locale }: Reader): string[] {
  const t = translator(locale);
  const nameOf = (column: (typeof before | typeof behind)[number]) => t(`deliveries.column.${column}`);
  return [...before.map(nameOf), ...questions, ...behind.map(nameOf)];
}

export const timeColumn = before.indexOf('received');

export function cellsOf(line: TableLine, { locale, baseUrl }: Reader): Cell[] {
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
