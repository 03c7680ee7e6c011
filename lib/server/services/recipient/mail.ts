import 'server-only';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { publishState } from '@/lib/domain/publish';
import { shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { htmlOf } from '@/lib/server/mail/html';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail, Mailbox } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/template';
import { mailMoment } from '@/lib/server/services/mail/wording';
import { codeMs, createCode } from './code';

type RecipientNotice = { id: string; recipientId: string; kind: string; createdAt: Date };

const include = { share: { include: { publication: true, owner: true } } } as const;
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
  const language = mailLanguage([row.language]);
  const templates = mailTemplates(ctx.config)[language];
  const url = `${ctx.config.BASE_URL}${paths.open(row.linkId)}`;
  const password = passwordHash !== null;
  const code = isCode ? await createCode(ctx, recipientId) : '';
  const { subject, body } = renderTemplate(templates[isCode ? 'code' : 'recipient'], {
    user: owner.showName ? owner.login : '',
    url,
    password,
    title: titleFor(row),
    message: row.message ?? '',
    code,
    date: publication
      ? mailMoment(ctx, publication.publishUntil, { language, timezone: owner.timezone })
      : '',
  });
  const html = htmlOf(body, { language, isLink: (link) => link === url, ...(isCode && { code }) });
  const messageId = `<${id}@${new URL(ctx.config.BASE_URL).hostname}>`;
  // Every code mail gets a new Message-ID, also after a failed attempt.
  const named = isCode ? {} : { messageId };
  return { ...mailSender(ctx, row), to: row.address, subject, text: body, html, ...named, isNotice: isCode };
}

/** Titles of protected shares are left out: more people read a mail than may open the share. */
function titleFor({ share: { passwordHash, onlyRecipients, name, description } }: RecipientRow): string {
  const isOpen = passwordHash === null && !onlyRecipients;
  return (isOpen && shareTitle(description, name)) || '';
}

const isLinkLive = ({ now }: Context, { share }: RecipientRow) =>
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
  const own = address === null ? null : { name: oneLine(owner.login), address };
  if (!MAIL_FROM) return { from: own ?? { name: APP_NAME, address: '' }, replyTo: null };
  if (!owner.showName) return { from: MAIL_FROM, replyTo: null };
  const name = oneLine(`${owner.login} (${MAIL_FROM.name || APP_NAME})`);
  return { from: { ...MAIL_FROM, name }, replyTo: own };
}
