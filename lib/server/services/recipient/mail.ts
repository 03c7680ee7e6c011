import 'server-only';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine, shortened } from '@/lib/domain/pasted/plain-text';
import { publishState } from '@/lib/domain/publish';
import { displayZone } from '@/lib/domain/time/time-zone';
import { paths } from '@/lib/paths';
import { codeMs } from '@/lib/server/auth/mail-code';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail, Mailbox } from '@/lib/server/mail/mailer';
import { templateContent } from '@/lib/server/services/mail/content';
import { senderLook, viaServer } from '@/lib/server/services/mail/sender-look';
import { mailDay } from '@/lib/server/services/mail/wording';
import { nameOf } from '@/lib/server/services/profile/sender';
import { createCode } from './code';
import { emptyPreview, previewOf } from './preview';

type RecipientNotice = { id: string; recipientId: string; kind: string; createdAt: Date };

const include = { share: { include: { publication: true, owner: { include: { picture: true } } } } } as const;
type RecipientRow = Prisma.RecipientGetPayload<{ include: typeof include }>;

/** Composes the mail with a link or code. Returns null if the share or code is no longer valid. */
export async function composeRecipientMail(
  ctx: Context,
  { id, recipientId, kind, createdAt }: RecipientNotice,
): Promise<Mail | null> {
  const row = await ctx.db.recipient.findUnique({ where: { id: recipientId }, include });
  if (!row || row.withdrawnAt !== null || !isLinkLive(ctx, row)) return null;
  const isCode = kind === 'code';
  if (isCode && ctx.now.getTime() - createdAt.getTime() > codeMs) return null;
  const { owner, passwordHash, publication } = row.share;
  const reader = await readerOf(ctx, row);
  const url = `${ctx.config.BASE_URL}${paths.open(row.linkId)}`;
  const code = isCode ? await createCode(ctx, recipientId) : '';
  const { note, keyNote, pictures, ...preview } = isCode ? emptyPreview : await previewOf(ctx, row, reader);
  const content = await templateContent(ctx, {
    template: isCode ? 'code' : 'recipient',
    language: reader.language,
    values: {
      user: owner.showName ? shortened(nameOf(owner), 60) : '',
      url,
      password: passwordHash !== null,
      ...preview,
      message: [row.message ?? note, keyNote].filter(Boolean).join('\n\n'),
      code,
      date: publication ? mailDay(ctx, publication.publishUntil, reader) : '',
    },
    pictures,
    ...(!isCode && { subject: row.subject, look: await senderLook(ctx, owner) }),
  });
  const messageId = `<${id}@${new URL(ctx.config.BASE_URL).hostname}>`;
  // Every code mail gets a new Message-ID, also after a failed attempt.
  const named = isCode ? {} : { messageId };
  return { ...content, ...mailSender(ctx, row), to: row.address, ...named, isNotice: isCode };
}

/** Recipients with an account here, to whom the address is known to belong, read their own language and zone. */
async function readerOf({ db, config }: Context, { address, language, share }: RecipientRow) {
  const account = await db.account.findFirst({
    where: { provenEmail: address.toLowerCase(), email: { equals: address, mode: 'insensitive' } },
    select: { language: true, timezone: true },
  });
  const timezone = account?.timezone ?? share.owner.timezone;
  return {
    language: mailLanguage([account?.language, language]),
    timezone: displayZone(timezone, { device: undefined, fallback: config.DEFAULT_TIMEZONE }),
  };
}

const isLinkLive = ({ now }: Context, { share }: RecipientRow) =>
  share.blockedAt === null &&
  share.owner.state === 'Active' &&
  share.owner.deletingAt === null &&
  publishState(share.publication, share, now) !== 'unpublished' &&
  publishState(share.publication, share, now) !== 'expired';

/** Owners who hide their name keep their address hidden too, if the installation has a sender address. */
function mailSender(
  { config }: Context,
  { share: { owner } }: RecipientRow,
): { from: Mailbox; replyTo: Mailbox | null } {
  const { MAIL_FROM, APP_NAME } = config;
  const address = mailAddress(owner.email ?? '');
  const own = address === null ? null : { name: oneLine(nameOf(owner)), address };
  if (!MAIL_FROM) return { from: own ?? { name: APP_NAME, address: '' }, replyTo: null };
  if (!owner.showName) return { from: MAIL_FROM, replyTo: null };
  if (owner.displayName !== null)
    return { from: viaServer({ config }, owner.displayName, MAIL_FROM), replyTo: own };
  const name = oneLine(`${owner.login} (${MAIL_FROM.name || APP_NAME})`);
  return { from: { ...MAIL_FROM, name }, replyTo: own };
}
