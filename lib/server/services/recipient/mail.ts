import 'server-only';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/name';
import { publishState } from '@/lib/domain/publish';
import { shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { htmlOf } from '@/lib/server/mail/html';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail, Mailbox } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/render';
import { mailMoment } from '@/lib/server/services/mail/mail-moment';
import { codeMs, newCode } from './code';

type Asked = { id: string; recipientId: string; kind: string; createdAt: Date };

const include = { share: { include: { publication: true, owner: true } } } as const;
type Row = Prisma.RecipientGetPayload<{ include: typeof include }>;

/** The mail with somebody's link or code; null for what nobody needs any more. */
export async function recipientMail(
  ctx: Context,
  { id, recipientId, kind, createdAt }: Asked,
): Promise<Mail | null> {
  const row = await ctx.db.recipient.findUnique({ where: { id: recipientId }, include });
  if (!row || row.withdrawnAt !== null || !isLive(ctx, row)) return null;
  const isCode = kind === 'code';
  if (isCode && ctx.now.getTime() - createdAt.getTime() > codeMs) return null;
  const { owner, passwordHash, publication } = row.share;
  const language = mailLanguage([row.language]);
  const templates = mailTemplates(ctx.config)[language];
  const url = `${ctx.config.BASE_URL}${paths.open(row.linkId)}`;
  const password = passwordHash !== null;
  const code = isCode ? await newCode(ctx, recipientId) : '';
  const { subject, body } = renderTemplate(templates[isCode ? 'code' : 'recipient'], {
    user: owner.showName ? owner.login : '',
    url,
    password,
    title: titleFor(row),
    message: row.message ?? '',
    code,
    aliasName: '',
    count: 0,
    date: publication
      ? mailMoment(ctx, publication.publishUntil, { language, timezone: owner.timezone })
      : '',
    extendUrl: '',
    endUrl: '',
  });
  const html = htmlOf(body, { language, isLink: (link) => link === url, ...(isCode && { code }) });
  const messageId = `<${id}@${new URL(ctx.config.BASE_URL).hostname}>`;
  // Each code is another mail, also when the one before was lost.
  const named = isCode ? {} : { messageId };
  return { ...senderOf(ctx, row), to: row.address, subject, text: body, html, ...named, isNotice: isCode };
}

/** A mail is read by more people than may open the share. */
function titleFor({ share: { passwordHash, onlyRecipients, name, description } }: Row): string {
  const isOpen = passwordHash === null && !onlyRecipients;
  return (isOpen && shareTitle(description, name)) || '';
}

const isLive = ({ now }: Context, { share }: Row) =>
  share.owner.state === 'Active' &&
  share.owner.deletingAt === null &&
  publishState(share.publication, share, now) !== 'unpublished' &&
  publishState(share.publication, share, now) !== 'expired';

/** Who doesn't show their name doesn't show their address either, where the installation has one. */
function senderOf(
  { config }: Context,
  { share: { owner } }: Row,
): { from: Mailbox; replyTo: Mailbox | null } {
  const { MAIL_FROM, APP_NAME } = config;
  const address = mailAddress(owner.email ?? '');
  const own = address === null ? null : { name: oneLine(owner.login), address };
  if (!MAIL_FROM) return { from: own ?? { name: APP_NAME, address: '' }, replyTo: null };
  if (!owner.showName) return { from: MAIL_FROM, replyTo: null };
  const name = oneLine(`${owner.login} (${MAIL_FROM.name || APP_NAME})`);
  return { from: { ...MAIL_FROM, name }, replyTo: own };
}
