import 'server-only';
import { displayZone } from '@/lib/domain/time/time-zone';
import { paths } from '@/lib/paths';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import type { Publication } from '@/lib/server/db/generated/client';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mailer, NotSent } from '@/lib/server/mail/mailer';
import { noticeNames } from '@/lib/server/mail/templates/template';
import type { LinkEnd } from '@/lib/server/services/ending/end-token';
import { trySend } from '@/lib/server/services/mail/deliver';
import { mailTitle, titleSelect } from '@/lib/server/services/mail/mail-title';
import { recipientMail } from '@/lib/server/services/recipient/mail';
import { noteRefused, noteSent } from '@/lib/server/services/recipient/note-sent';
import { bundled, type Notice, noticeColumns } from './bundle';
import { receiptMail } from './mail-receipt';
import { noticeMail } from './notice-mail';
import { type Receiver, receiversOf } from './receivers';
import { spokenDeliveries } from './spoken-deliveries';
import { bundleMs } from './tell-owner';

const batch = 20;
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/** Whom nobody could tell for so long needn't be told any more. */
const lifeMs = 3 * 24 * 3_600_000;

type Outcome = { notice: Notice; error: NotSent | null };

/**
 * Sends the notices that are due. Each is put off before it is tried, by a minute, then two, four, up to an hour, and
 * removed when the mail server has taken it: what happens in between has it sent once more rather than not at all.
 * @returns how many were sent
 */
export async function sendNotices(ctx: Context): Promise<number> {
  const { mail } = ctx;
  if (!mail) return 0;
  for (let sent = 0; ; ) {
    const due = await takeDue(ctx);
    if (due.length === 0) return sent;
    const outcomes = await sendAll(ctx, mail, due);
    await settle(ctx, outcomes);
    sent += outcomes.filter(({ error }) => error === null).length;
    // The mail server is away; the others needn't find that out as well.
    if (outcomes.length > 0 && outcomes.every(({ error }) => error?.refusal === null)) return sent;
  }
}

/** When the next one is due; null when there is none. */
export async function nextNotice({ db }: Context): Promise<Date | null> {
  const { _min } = await db.notice.aggregate({ _min: { dueAt: true } });
  return _min.dueAt;
}

const takeDue = ({ db }: Context) => db.$queryRaw<Notice[]>`
  UPDATE "Notice" SET "tries" = "tries" + 1, "dueAt" = now() + interval '1 millisecond'
    * least(${longestPauseMs}::float8, ${firstPauseMs}::float8 * 2.0 ^ least("tries", 20))
  WHERE "id" = ANY (ARRAY(
    SELECT "id" FROM "Notice" WHERE "dueAt" <= now() ORDER BY "dueAt" LIMIT ${batch} FOR UPDATE SKIP LOCKED))
  RETURNING ${noticeColumns}`;

/** Who is no receiver any more is forgotten. */
async function sendAll(ctx: Context, mailer: Mailer, due: readonly Notice[]): Promise<Outcome[]> {
  const outcomes = await Promise.all(
    (await bundled(ctx, due)).map(async (bundle) => {
      const found = await mailOf(ctx, bundle);
      if (!found) {
        for (const notice of bundle) await forget(ctx, notice);
        return [];
      }
      const failure = await trySend(mailer, found.mail);
      if (!failure) for (const notice of bundle) await forgetSent(ctx, notice, found.downloads);
      return bundle.map((notice) => ({ notice, error: failure?.error ?? null }));
    }),
  );
  return outcomes.flat();
}

async function mailOf(ctx: Context, bundle: Notice[]) {
  const [notice] = bundle;
  if (!notice) return null;
  const { recipientId } = notice;
  if (notice.kind === 'receipt') {
    const mail = await receiptMail(ctx, notice);
    return mail && { mail, downloads: 0 };
  }
  if (recipientId === null) return mailFor(ctx, notice, bundle);
  const mail = await recipientMail(ctx, { ...notice, recipientId });
  return mail && { mail, downloads: 0 };
}

/** Members are told of deliveries through their alias; the owner of a share of what happens to it. */
async function mailFor(
  ctx: Context,
  { id, shareId, accountId, kind, since }: Notice,
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
  const receivers: Receiver[] = await receiversOf(ctx, {
    ownerId,
    aliasId: template === 'arrival' ? aliasId : null,
  });
  const receiver = receivers.find((each) => each.id === accountId);
  const url = `${ctx.config.BASE_URL}${paths.share(shareId)}`;
  if (!receiver) return null;
  const reader = readerOf(ctx, receiver);
  const title = await mailTitle(ctx, share, reader);
  const ids = bundle.map((each) => each.shareId);
  const deliveries = template === 'arrival' ? await spokenDeliveries(ctx, ids, reader) : [];
  const about = { id, template, url, aliasName: alias?.name ?? '', share: title, end, deliveries };
  const downloads = publication?.downloads ?? 0;
  const count = downloads - (since ?? 0);
  return { mail: await noticeMail(ctx, receiver, { ...about, count }), downloads };
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

/** Of downloads that came while it was sent, the next mail tells: counting one waits until this is settled. */
async function forgetSent(ctx: Context, notice: Notice, told: number): Promise<void> {
  const { id, shareId, accountId, kind, recipientId } = notice;
  if (recipientId !== null && kind === 'recipient') await noteSent(ctx, recipientId);
  if (kind !== 'downloads') return void (await forget(ctx, notice));
  await ctx.db.$transaction(async (tx) => {
    // The share before its publication: the order in which publishing locks them.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR KEY SHARE`;
    const [link] = await tx.$queryRaw<{ downloads: number }[]>`
      SELECT "downloads" FROM "Publication" WHERE "shareId" = ${shareId} FOR UPDATE`;
    await tx.notice.deleteMany({ where: { id } });
    if (!link || link.downloads <= told) return;
    await tx.$executeRaw`
      INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "since", "dueAt")
      VALUES (${ctx.newId()}, ${shareId}, ${accountId}, ${kind}, ${told}, now() + ${bundleMs} * interval '1 millisecond')`;
  });
}

const forget = ({ db }: Context, { id }: Notice) => db.notice.deleteMany({ where: { id } });

/** Gives up notices that are refused permanently or were tried for too long, and records those that ended. */
async function settle(ctx: Context, outcomes: readonly Outcome[]): Promise<void> {
  const ended = new Map<string, { mails: number; failed: number }>();
  for (const { notice, error } of outcomes) {
    if (error && !(await giveUp(ctx, notice, error))) continue;
    const { mails, failed } = ended.get(notice.shareId) ?? { mails: 0, failed: 0 };
    ended.set(notice.shareId, { mails: mails + 1, failed: failed + (error ? 1 : 0) });
  }
  for (const [shareId, details] of ended) await audit(ctx, { event: 'mail.sent', shareId, details });
}

async function giveUp(ctx: Context, notice: Notice, error: NotSent): Promise<boolean> {
  const isOver = error.isFinal || ctx.now.getTime() - notice.createdAt.getTime() > lifeMs;
  const words = isOver ? 'a notice was given up' : 'a notice was not sent yet';
  ctx.log.warn({ err: error.cause, shareId: notice.shareId }, words);
  if (isOver && notice.recipientId !== null) await noteRefused(ctx, notice.recipientId, error);
  if (isOver) await forget(ctx, notice);
  return isOver;
}
