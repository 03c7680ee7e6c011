import 'server-only';
import { archiveName } from '@/lib/domain/file/entry-names';
import type { Locale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import { contextFor } from '@/lib/server/http/context';
import { localeOf } from '@/lib/server/http/refusal';
import { type DeliveryTable, deliveryTable, type TableLine } from '@/lib/server/services/delivery/table';
import { disposition } from '../download/disposition';
import type { Answer, ByteStream, DataRequest } from '../messages';
import { scopeFor, type Target } from '../paths';
import { csvLine } from './csv';

/** All that came through an alias, a line each, as spreadsheets read it. */
export async function serveTable(request: DataRequest, target: Target): Promise<Answer> {
  const ctx = await contextFor(request, 'user', scopeFor(request, target));
  const table = await deliveryTable(ctx, target.id);
  const text = textOf(table, { locale: localeOf(request.headers), baseUrl: ctx.config.BASE_URL });
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition(archiveName(table.aliasName, 'csv'), 'attachment'),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: request.method === 'HEAD' ? null : streamOf(text),
  };
}

type Reader = { locale: Locale; baseUrl: string };

/** Spreadsheets take a file for UTF-8 by this sign. */
const byteOrderMark = '\ufeff';

async function* textOf({ questions, lines }: DeliveryTable, reader: Reader): AsyncGenerator<string> {
  const t = translator(reader.locale);
  const columns = ['number', 'received', 'name', 'email', 'reference'] as const;
  const facts = ['late', 'done', 'note', 'files', 'bytes', 'share'] as const;
  const head = [
    ...columns.map((column) => t(`deliveries.column.${column}`)),
    ...questions,
    ...facts.map((column) => t(`deliveries.column.${column}`)),
  ];
  yield byteOrderMark + csvLine(head);
  const yes = t('deliveries.yes');
  for await (const some of lines) yield some.map((line) => csvLine(cellsOf(line, yes, reader))).join('');
}

const cellsOf = (line: TableLine, yes: string, { baseUrl }: Reader): (string | number)[] => [
  line.number > 0 ? line.number : '',
  line.at.toISOString(),
  line.name ?? '',
  line.email ?? '',
  line.reference ?? '',
  ...line.answers,
  line.isLate ? yes : '',
  line.isDone ? yes : '',
  line.note ?? '',
  line.files,
  line.sizeBytes,
  baseUrl + paths.share(line.shareId),
];

function streamOf(text: AsyncGenerator<string>): ByteStream {
  const stream: ByteStream = {
    next: async () => {
      const { done, value } = await text.next();
      return done ? { done, value: undefined } : { done: false, value: Buffer.from(value) };
    },
    return: async () => {
      await text.return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
