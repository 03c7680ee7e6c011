import 'server-only';
import { answerText } from '@/lib/domain/inbox/answers';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import type { DeliverySummary } from '@/lib/server/mail/templates/template';
import { answersIn } from '@/lib/server/services/delivery/search';
import { mailTitle, titleSelect } from '@/lib/server/services/mail/wording';

/** Adds a colon unless the label already ends with one or a question mark. */
const withColon = (label: string) => (/[:?？]$/.test(label) ? label : `${label}:`);

type FileCounts = { shareId: string; files: bigint; pictures: bigint; sizeBytes: bigint };

export async function summarizeDeliveries(
  ctx: Context,
  ids: string[],
  reader: { language: Locale; timezone: string },
): Promise<DeliverySummary[]> {
  const t = translator(reader.language);
  const [shares, counts] = await Promise.all([
    ctx.db.share.findMany({
      where: { id: { in: ids } },
      select: { ...titleSelect, delivery: true },
      orderBy: { createdAt: 'asc' },
    }),
    ctx.db.$queryRaw<FileCounts[]>`
      SELECT "shareId", count(*) AS "files", coalesce(sum("sizeBytes"), 0)::bigint AS "sizeBytes",
        count(*) FILTER (WHERE "mimeType" LIKE 'image/%') AS "pictures"
      FROM "File" f WHERE f."shareId" = ANY (${ids}) AND ${hasArrived} GROUP BY "shareId"`,
  ]);
  return Promise.all(
    shares.map(async (share) => {
      const { id, delivery } = share;
      const of = counts.find(({ shareId }) => shareId === id);
      const facts = {
        files: Number(of?.files ?? 0),
        pictures: Number(of?.pictures ?? 0),
        size: formatBytes(Number(of?.sizeBytes ?? 0), tagOf(reader.language)),
      };
      const said = [
        { label: t('share.detail.sender.name'), value: delivery?.name ?? null },
        { label: t('share.detail.sender.email'), value: delivery?.email ?? null },
        { label: t('share.detail.sender.reference'), value: delivery?.reference ?? null },
        ...answersIn(delivery?.answers ?? []).map(({ label, ...answer }) => ({
          label,
          value: answerText(answer, tagOf(reader.language)),
        })),
      ];
      return {
        title: await mailTitle(ctx, share, reader),
        url: `${ctx.config.BASE_URL}${paths.share(id)}`,
        summary: t('mail.arrived', facts),
        said: said.flatMap(({ label, value }) =>
          value === null ? [] : [{ label: withColon(label), value }],
        ),
      };
    }),
  );
}
