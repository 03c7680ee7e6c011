import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { paths } from '@/lib/paths';
import { audit } from '@/lib/server/audit/audit';
import type { AliasContext } from '@/lib/server/context';
import { htmlOf } from '@/lib/server/mail/html';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/render';
import { giveBackMails, spendMails } from './allowance';
import { deliver, unasked } from './deliver';
import { type Receiver, receiversOf } from './receivers';

/**
 * Tells owner and members that a share came through their alias, once for each share: repeated calls and calls at
 * the same moment change nothing. Whoever calls learns neither how many there are nor who.
 */
export async function notifyReceivers(ctx: AliasContext, { shareId }: { shareId: string }): Promise<void> {
  const { alias, db, mail } = ctx;
  const share = await db.share.findFirst({
    where: { id: shareId, aliasId: alias.id },
    select: { alias: { select: { name: true } } },
  });
  if (!share) throw new AppError('share.notFound');
  if (!mail) throw new AppError('mail.off');
  const receivers = await receiversOf(ctx);
  if (receivers.length === 0) throw new AppError('mail.noReceivers');

  if (!(await claim(ctx, shareId))) return;
  try {
    const spender = { kind: 'alias', id: alias.id } as const;
    await spendMails(ctx, spender, receivers.length);
    const aliasName = share.alias?.name ?? '';
    const failures = await deliver(
      ctx,
      mail,
      receivers.map((receiver) => noticeFor(ctx, receiver, { shareId, aliasName })),
    );
    await giveBackMails(ctx, spender, unasked(failures));
    const details = { mails: receivers.length, failed: failures.length };
    await audit(ctx, { event: 'mail.sent', shareId, details });
    if (failures.length === receivers.length) throw new AppError('mail.notifyFailed');
  } catch (error) {
    await db.share.updateMany({ where: { id: shareId }, data: { notifiedAt: null } });
    throw error;
  }
}

/** Of any number of calls one gets the share to tell about. */
async function claim({ db, now }: AliasContext, shareId: string): Promise<boolean> {
  const { count } = await db.share.updateMany({
    where: { id: shareId, notifiedAt: null },
    data: { notifiedAt: now },
  });
  return count === 1;
}

function noticeFor(
  { config }: AliasContext,
  { login, address, language: chosen }: Receiver,
  { shareId, aliasName }: { shareId: string; aliasName: string },
): Mail {
  const { BASE_URL, MAIL_FROM, MAIL_TEMPLATES_DIR, DEFAULT_LANGUAGE, APP_NAME } = config;
  const language = mailLanguage([chosen, DEFAULT_LANGUAGE]);
  const url = `${BASE_URL}${paths.share(shareId)}`;
  const values = { user: login, url, password: false, aliasName };
  const { subject, body } = renderTemplate(mailTemplates(MAIL_TEMPLATES_DIR)[language].arrival, values);
  return {
    from: MAIL_FROM ?? { name: APP_NAME, address },
    to: address,
    replyTo: null,
    subject,
    text: body,
    // An alias' name is anybody's text: what looks like a link in it leads nowhere.
    html: htmlOf(body, { language, isLink: (link) => link === url }),
    isNotice: true,
  };
}
