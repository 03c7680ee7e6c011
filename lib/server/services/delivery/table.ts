import 'server-only';
import type { UserContext } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import { formOf } from './form-row';
import { inboxOf } from './inbox';
import { answersIn } from './of-share';
import { isDelivery } from './search';

/** A delivery as a line of a table. */
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
  /** By the questions of the table; "" where it was not answered. */
  answers: { value: string; isDay: boolean }[];
};

export type DeliveryTable = {
  aliasName: string;
  /** Of the form as it is, and what it has asked before. */
  questions: string[];
  /** The oldest first, some at a time. */
  lines: AsyncGenerator<TableLine[]>;
};

const atOnce = 500;

/** All that came through an alias, for those who see it. @throws alias.notFound */
export async function deliveryTable(ctx: UserContext, aliasId: string): Promise<DeliveryTable> {
  const { name, form } = await inboxOf(ctx, aliasId);
  const asked = form ? formOf(form).questions.map(({ label }) => label) : [];
  const answered = await ctx.db.$queryRaw<{ label: string }[]>`
    SELECT DISTINCT a ->> 'label' AS "label" FROM "Share" s JOIN "Delivery" d ON d."shareId" = s."id",
      jsonb_array_elements(d."answers") a
    WHERE s."aliasId" = ${aliasId} AND ${isManagedBy(ctx.viewer)} ORDER BY 1`;
  const questions = [...new Set([...asked, ...answered.map(({ label }) => label)])];
  return { aliasName: name, questions, lines: linesOf(ctx, aliasId, questions) };
}

type Row = Omit<TableLine, 'sizeBytes' | 'answers' | 'at'> & {
  sizeBytes: bigint | string;
  answers: unknown;
  at: Date;
};

/** Index: Share_aliasId_createdAt_id. */
async function* linesOf(ctx: UserContext, aliasId: string, questions: string[]): AsyncGenerator<TableLine[]> {
  for (let last: Pick<Row, 'at' | 'shareId'> | null = null; ; ) {
    const after: Prisma.Sql = last
      ? Prisma.sql`AND (s."createdAt", s."id") > (${last.at}::timestamptz, ${last.shareId})`
      : Prisma.empty;
    const rows: Row[] = await queryDirect<Row>(
      ctx.db,
      Prisma.sql`
        SELECT s."id" AS "shareId", s."createdAt" AS "at", s."fileCount" AS "files", s."sizeBytes", s."description" AS "note",
          coalesce(d."number", 0) AS "number", d."name", d."email", d."reference", coalesce(d."answers", '[]') AS "answers",
          coalesce(d."isLate", false) AS "isLate", d."doneAt" IS NOT NULL AS "isDone"
        FROM "Share" s LEFT JOIN "Delivery" d ON d."shareId" = s."id"
        WHERE s."aliasId" = ${aliasId} AND ${isManagedBy(ctx.viewer)} AND ${isDelivery} ${after}
        ORDER BY s."createdAt", s."id" LIMIT ${atOnce}`,
    );
    if (rows.length > 0) yield rows.map((row) => lineOf(row, questions));
    if (rows.length < atOnce) return;
    last = rows.at(-1) ?? null;
  }
}

function lineOf({ answers, sizeBytes, ...row }: Row, questions: string[]): TableLine {
  const said = new Map(
    answersIn(answers).map(({ label, value, kind }) => [label, { value, isDay: kind === 'date' }]),
  );
  const inOrder = questions.map((label) => said.get(label) ?? { value: '', isDay: false });
  return { ...row, sizeBytes: Number(sizeBytes), answers: inOrder };
}
