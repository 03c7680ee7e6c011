import 'server-only';
import { answerText } from '@/lib/domain/inbox/answers';
import { writtenTitle } from '@/lib/domain/title';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { paths, serverPaths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { hasArrived, isVisible } from '@/lib/server/db/file-rows';
import type { DeliverySummary } from '@/lib/server/mail/templates/template';
import { answersIn } from '@/lib/server/services/delivery/search';
import { mailTitle, titleSelect } from '@/lib/server/services/mail/wording';

/** Adds a colon unless the label already ends with one or a question mark. */
const withColon = (label: string) => (/[:?？]$/.test(label) ? label : `${label}:`);

type FileCounts = {
  shareId: string;
  files: bigint;
  pictures: bigint;
  sizeBytes: bigint;
  held: bigint;
  heldName: string;
};

type SummaryReader = { language: Locale; timezone: string; isSender?: boolean };

export async function summarizeDeliveries(
  ctx: Context,
  ids: string[],
  reader: SummaryReader,
): Promise<DeliverySummary[]> {
  const t = translator(reader.language);
  const [shares, counts] = await Promise.all([
    ctx.db.share.findMany({
      where: { id: { in: ids } },
      select: { ...titleSelect, delivery: true, albumOf: { select: { id: true } } },
      orderBy: { createdAt: 'asc' },
    }),
    ctx.db.$queryRaw<FileCounts[]>`
      SELECT "shareId", count(*) FILTER (WHERE ${isVisible}) AS "files",
        coalesce(sum("sizeBytes") FILTER (WHERE ${isVisible}), 0)::bigint AS "sizeBytes",
        count(*) FILTER (WHERE ${isVisible} AND "mimeType" LIKE 'image/%') AS "pictures",
        count(*) FILTER (WHERE NOT ${isVisible}) AS "held",
        coalesce(min("name") FILTER (WHERE NOT ${isVisible}), '') AS "heldName"
      FROM "File" f WHERE f."shareId" = ANY (${ids}) AND ${hasArrived} GROUP BY "shareId"`,
  ]);
  return Promise.all(
    shares.map(async (share) => {
      const { id, delivery } = share;
      const of = counts.find(({ shareId }) => shareId === id);
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
        // Its sender is said below.
        title: writtenTitle(share) ?? (await mailTitle(ctx, share, reader)),
        url: `${ctx.config.BASE_URL}${share.albumOf.length > 0 ? paths.share(id) : serverPaths.delivery(id)}`,
        summary: summaryOf(of, reader),
        said: said.flatMap(({ label, value }) =>
          value === null ? [] : [{ label: withColon(label), value }],
        ),
      };
    }),
  );
}

/** Counts what its receivers get, and names to its sender what the virus scan holds back. */
function summaryOf(of: FileCounts | undefined, { language, isSender = false }: SummaryReader): string {
  const t = translator(language);
  const [files, held] = [Number(of?.files ?? 0), Number(of?.held ?? 0)];
  const size = formatBytes(Number(of?.sizeBytes ?? 0), tagOf(language));
  const arrived = t('mail.arrived', { files, pictures: Number(of?.pictures ?? 0), size });
  if (held === 0) return arrived;
  const heldText = isSender
    ? t('mail.held', { file: of?.heldName ?? '', others: held - 1 })
    : t('deliveries.quarantined', { count: held });
  return files === 0 ? heldText : `${arrived} · ${heldText}`;
}
