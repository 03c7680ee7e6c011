import 'server-only';
import { displayZone } from '@/lib/domain/time/time-zone';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { Prisma, type Publication } from '@/lib/server/db/generated/client';
import { bundleEnd, queueNotices } from '@/lib/server/journal/notice';
import { record } from '@/lib/server/journal/record';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mailer, NotSent } from '@/lib/server/mail/mailer';
import { noticeNames } from '@/lib/server/mail/templates/template';
import { registeredFeatures } from '@/lib/server/registered-features';
import type { LinkEnd } from '@/lib/server/services/ending/decide';
import { inboxLook } from '@/lib/server/services/mail/inbox-look';
import { trySend } from '@/lib/server/services/mail/sender';
import { mailTitle, titleSelect } from '@/lib/server/services/mail/wording';
import { composeRecipientMail } from '@/lib/server/services/recipient/mail';
import { recordRefusal, recordSent } from '@/lib/server/services/recipient/recipients';
import { composeAccountMail } from './account-mail';
import { bundleNotices, isReady, type Notice, noticeColumns, type ShareNotice } from './bundle';
import { summarizeDeliveries } from './delivery-summary';
import { composeNotice } from './notice-mail';
import { composeReceipt } from './receipt-mail';
import { type Receiver, receiversOf } from './receivers';

const batch = 20;
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/** Undelivered notices are dropped after this time. */
const lifeMs = 3 * 24 * 3_600_000;

type SendOutcome = { notice: Notice; error: NotSent | null };

/**
 * Sends due notices and returns the number sent. Each is postponed before the attempt (1, 2, 4 … 60 minutes)
 * and removed afterwards, so a crash repeats a mail rather than losing it.
 */
export async function sendNotices(ctx: Context): Promise<number> {
  const { mail } = ctx;
  if (!mail) return 0;
  for (let sent = 0; ; ) {
    const due = await takeDueNotices(ctx);
    if (due.length === 0) return sent;
    const outcomes = await sendAll(ctx, mail, due);
    await recordOutcomes(ctx, outcomes);
    sent += outcomes.filter(({ error }) => error === null).length;
    // The mail server is unreachable, so further attempts would fail too.
    if (outcomes.length > 0 && outcomes.every(({ error }) => error?.refusal === null)) return sent;
  }
}

export async function nextNotice({ db }: Context): Promise<Date | null> {
  const [next] = await db.$queryRaw<{ dueAt: Date }[]>`
    SELECT "dueAt" FROM "Notice" n WHERE ${isReady(Prisma.raw('n'))} ORDER BY "dueAt" LIMIT 1`;
  return next?.dueAt ?? null;
}

const takeDueNotices = ({ db }: Context) => db.$queryRaw<Notice[]>`
  UPDATE "Notice" SET "tries" = "tries" + 1, "dueAt" = now() + interval '1 millisecond'
    * least(${longestPauseMs}::float8, ${firstPauseMs}::float8 * 2.0 ^ least("tries", 20))
  WHERE "id" = ANY (ARRAY(
    SELECT "id" FROM "Notice" n WHERE "dueAt" <= now() AND ${isReady(Prisma.raw('n'))}
    ORDER BY "dueAt" LIMIT ${batch} FOR UPDATE SKIP LOCKED))
  RETURNING ${noticeColumns}`;

async function sendAll(ctx: Context, mailer: Mailer, due: readonly Notice[]): Promise<SendOutcome[]> {
  const outcomes = await Promise.all(
    (await bundleNotices(ctx, due)).map(async (bundle) => {
      const found = await composeMail(ctx, bundle);
      if (!found) {
        for (const notice of bundle) await removeNotice(ctx, notice);
        return [];
      }
      const failure = await trySend(mailer, found.mail);
      if (!failure) for (const notice of bundle) await settleSent(ctx, notice, found.downloads);
      return bundle.map((notice) => ({ notice, error: failure?.error ?? null }));
    }),
  );
  return outcomes.flat();
}

async function composeMail(ctx: Context, bundle: Notice[]) {
  const [notice] = bundle;
  if (!notice) return null;
  const { recipientId, shareId } = notice;
  if (shareId !== null && recipientId === null && notice.kind !== 'receipt')
    return composeForOwner(ctx, { ...notice, shareId }, bundle);
  const mail =
    shareId === null
      ? await composeAccountMail(ctx, notice)
      : recipientId === null
        ? await composeReceipt(ctx, { ...notice, shareId })
        : await composeRecipientMail(ctx, { ...notice, recipientId });
  return mail && { mail, downloads: 0 };
}

async function composeForOwner(
  ctx: Context,
  { id, shareId, accountId, kind, since }: ShareNotice,
  bundle: readonly Notice[],
) {
  const share = await ctx.db.share.findUnique({
    where: { id: shareId },
    select: {
      ...titleSelect,
      ownerId: true,
      publication: true,
    },
  });
  const template = noticeNames.find((name) => name === kind);
  if (!share || !template) return null;
  const end = template === 'ending' ? endOfLink(ctx, share.publication) : null;
  if (template === 'ending' && !end) return null;
  const { ownerId, aliasId, alias, publication } = share;
  const arrivedAt = template === 'arrival' ? aliasId : null;
  const receivers: Receiver[] = await receiversOf(ctx, { ownerId, aliasId: arrivedAt });
  const receiver = receivers.find((each) => each.id === accountId);
  const url = `${ctx.config.BASE_URL}${paths.share(shareId)}`;
  if (!receiver) return null;
  const reader = readerOf(ctx, receiver);
  const title = await mailTitle(ctx, share, reader);
  const ids = bundle.flatMap((each) => each.shareId ?? []);
  const deliveries = template === 'arrival' ? await summarizeDeliveries(ctx, ids, reader) : [];
  const look = await inboxLook(ctx, arrivedAt);
  const about = { id, look, template, url, aliasName: alias?.name ?? '', share: title, end, deliveries };
  const downloads = publication?.downloads ?? 0;
  const count = downloads - (since ?? 0);
  return { mail: await composeNotice(ctx, receiver, { ...about, count }), downloads };
}

const readerOf = ({ config }: Context, { language, timezone }: Receiver) => ({
  language: mailLanguage([language, config.DEFAULT_LANGUAGE]),
  timezone: displayZone(timezone, { device: undefined, fallback: config.DEFAULT_TIMEZONE }),
});

/** Nobody is reminded of an end that has come, or is no more. */
function endOfLink({ now }: Context, link: Publication | null): LinkEnd | null {
  if (!link?.enabled || link.publishUntil <= now) return null;
  return { shareId: link.shareId, until: link.publishUntil };
}

/**
 * Removes a sent notice. Downloads counted while it was being sent get a new one; the row lock makes concurrent
 * counting wait.
 */
async function settleSent(ctx: Context, notice: Notice, reportedDownloads: number): Promise<void> {
  const { id, shareId, accountId, kind, recipientId } = notice;
  if (recipientId !== null && kind === 'recipient') await recordSent(ctx, recipientId);
  await tellFeature(ctx, notice, null);
  if (kind !== 'downloads') return void (await removeNotice(ctx, notice));
  await ctx.db.$transaction(async (tx) => {
    // Locks the share before its publication, in the order that publishing uses.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR KEY SHARE`;
    const [link] = await tx.$queryRaw<{ downloads: number }[]>`
      SELECT "downloads" FROM "Publication" WHERE "shareId" = ${shareId} FOR UPDATE`;
    await tx.notice.deleteMany({ where: { id } });
    if (!link || link.downloads <= reportedDownloads) return;
    const columns = ['id', 'shareId', 'accountId', 'kind', 'since', 'dueAt'] as const;
    const next = Prisma.sql`
      VALUES (${ctx.newId()}, ${shareId}, ${accountId}, ${kind}, ${reportedDownloads}, ${bundleEnd})`;
    await tx.$executeRaw(queueNotices(columns, next));
  });
}

const removeNotice = ({ db }: Context, { id }: Notice) => db.notice.deleteMany({ where: { id } });

/** Drops notices that failed permanently or expired, and audits the finished ones per share. */
async function recordOutcomes(ctx: Context, outcomes: readonly SendOutcome[]): Promise<void> {
  const ended = new Map<string | null, { mails: number; failed: number }>();
  for (const { notice, error } of outcomes) {
    if (error && !(await giveUpIfOver(ctx, notice, error))) continue;
    const { mails, failed } = ended.get(notice.shareId) ?? { mails: 0, failed: 0 };
    ended.set(notice.shareId, { mails: mails + 1, failed: failed + (error ? 1 : 0) });
  }
  for (const [shareId, details] of ended)
    await record(ctx, { event: 'mail.sent', ...(shareId !== null && { shareId }), details });
}

async function giveUpIfOver(ctx: Context, notice: Notice, error: NotSent): Promise<boolean> {
  const isOver = error.isFinal || ctx.now.getTime() - notice.createdAt.getTime() > lifeMs;
  const words = isOver ? 'a notice was given up' : 'a notice was not sent yet';
  ctx.log.warn({ err: error.cause, shareId: notice.shareId }, words);
  if (isOver && notice.recipientId !== null) await recordRefusal(ctx, notice.recipientId, error);
  if (isOver) await tellFeature(ctx, notice, error);
  if (isOver) await removeNotice(ctx, notice);
  return isOver;
}

async function tellFeature(ctx: Context, notice: Notice, error: NotSent | null): Promise<void> {
  for (const { mails, mailSettled } of registeredFeatures())
    if (mails && Object.hasOwn(mails, notice.kind)) await mailSettled?.(ctx, notice, error);
}
