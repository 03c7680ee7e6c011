import 'server-only';
import type { Locale } from '@/lib/i18n/locales';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import { formOf } from './form-row';
import { answersIn, findInbox, isDelivery } from './search';

/** A `day` has no time and no time zone. */
export type TableCell = string | number | Date | { day: string };

export type TableFormat = { locale: Locale; baseUrl: string };

export type Table = { name: string; head: string[]; lines: AsyncIterable<TableCell[][]> };

export type TableLine = {
  shareId: string;
  number: number;
  at: Date;
  name: string | null;
  email: string | null;
  reference: string | null;
  isLate: boolean;
  isDone: boolean;
  note: string | null;
  files: number;
  sizeBytes: number;
  /** In the order of the table's questions; "" for a missing answer. */
  answers: { value: string; isDay: boolean }[];
};

export type DeliveryTable = {
  aliasName: string;
  questions: string[];
  lines: AsyncGenerator<TableLine[]>;
};

const batchSize = 500;

/** @throws alias.notFound */
export async function deliveryTable(ctx: UserContext, aliasId: string): Promise<DeliveryTable> {
  const { name, form } = await findInbox(ctx, aliasId);
  const current = form ? formOf(form).questions.map(({ label }) => label) : [];
  const answered = await ctx.db.$queryRaw<{ label: string }[]>`
    SELECT DISTINCT a ->> 'label' AS "label" FROM "Share" s JOIN "Delivery" d ON d."shareId" = s."id",
      jsonb_array_elements(d."answers") a
    WHERE s."aliasId" = ${aliasId} AND ${isManagedBy(ctx.viewer)} ORDER BY 1`;
  const questions = [...new Set([...current, ...answered.map(({ label }) => label)])];
  return { aliasName: name, questions, lines: readLines(ctx, aliasId, questions) };
}

type TableRow = Omit<TableLine, 'sizeBytes' | 'answers' | 'at'> & {
  sizeBytes: bigint | string;
  answers: unknown;
  at: Date;
};

/** Index: Share_aliasId_createdAt_id. */
async function* readLines(
  ctx: UserContext,
  aliasId: string,
  questions: string[],
): AsyncGenerator<TableLine[]> {
  for (let last: Pick<TableRow, 'at' | 'shareId'> | null = null; ; ) {
    const after: Prisma.Sql = last
      ? Prisma.sql`AND (s."createdAt", s."id") > (${last.at}::timestamptz, ${last.shareId})`
      : Prisma.empty;
    const rows: TableRow[] = await queryDirect<TableRow>(
      ctx.db,
      Prisma.sql`
        SELECT s."id" AS "shareId", s."createdAt" AS "at", s."fileCount" AS "files", s."sizeBytes", s."description" AS "note",
          coalesce(d."number", 0) AS "number", d."name", d."email", d."reference", coalesce(d."answers", '[]') AS "answers",
          coalesce(d."isLate", false) AS "isLate", d."doneAt" IS NOT NULL AS "isDone"
        FROM "Share" s LEFT JOIN "Delivery" d ON d."shareId" = s."id"
        WHERE s."aliasId" = ${aliasId} AND ${isManagedBy(ctx.viewer)} AND ${isDelivery} ${after}
        ORDER BY s."createdAt", s."id" LIMIT ${batchSize}`,
    );
    if (rows.length > 0) yield rows.map((row) => toLine(row, questions));
    if (rows.length < batchSize) return;
    last = rows.at(-1) ?? null;
  }
}

function toLine({ answers, sizeBytes, ...row }: TableRow, questions: string[]): TableLine {
  const byLabel = new Map(
    answersIn(answers).map(({ label, value, kind }) => [label, { value, isDay: kind === 'date' }]),
  );
  const inOrder = questions.map((label) => byLabel.get(label) ?? { value: '', isDay: false });
  return { ...row, sizeBytes: Number(sizeBytes), answers: inOrder };
}
