import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { canParseUrl } from '@/lib/domain/url';
import type { UserContext } from '@/lib/server/context';
import { htmlOf } from '@/lib/server/mail/html';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/template';
import { spendMails } from './allowance';
import { deliver, type MailFailure } from './deliver';
import { findSender } from './sender';

/** Sends to the admin's own address. Failures show the server's full message, so that admins can fix them. */
export async function sendTestMail(
  ctx: UserContext,
  { languages }: { languages: readonly string[] },
): Promise<void> {
  const { MAIL_FROM, BASE_URL } = ctx.config;
  if (!ctx.mail) throw new AppError('mail.off');
  const { own, login, language } = await findSender(ctx, languages);
  if (!own) throw new AppError('mail.noAddress');

  const values = { user: login, url: BASE_URL };
  const { subject, body } = renderTemplate(mailTemplates(ctx.config)[language].test, values);
  await spendMails(ctx, { kind: 'user', id: ctx.viewer.id }, 1);
  const [failure] = await deliver(ctx, ctx.mail, [
    {
      from: MAIL_FROM ?? own,
      to: own.address,
      replyTo: null,
      subject,
      text: body,
      html: htmlOf(body, { language, isLink: canParseUrl }),
      isNotice: true,
    },
  ]);
  if (failure) throw new AppError('mail.testFailed', { detail: failureDetail(failure) });
}

function failureDetail({ error: { refusal, cause, message } }: MailFailure): string {
  return (refusal ?? (cause instanceof Error ? cause.message : message)).slice(0, 300);
}
