import 'server-only';
import type { Context } from '@/lib/server/context';
import { htmlOf } from '@/lib/server/mail/html';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/render';
import type { Receiver } from './receivers';

type About = { id: string; url: string; aliasName: string };

/** The mail that tells somebody of a share, in their language. */
export function noticeMail(
  { config }: Context,
  { login, address, language: chosen }: Receiver,
  { id, url, aliasName }: About,
): Mail {
  const { BASE_URL, MAIL_FROM, MAIL_TEMPLATES_DIR, DEFAULT_LANGUAGE, APP_NAME } = config;
  const language = mailLanguage([chosen, DEFAULT_LANGUAGE]);
  const values = { user: login, url, password: false, title: '', aliasName };
  const { subject, body } = renderTemplate(mailTemplates(MAIL_TEMPLATES_DIR)[language].arrival, values);
  return {
    from: MAIL_FROM ?? { name: APP_NAME, address },
    to: address,
    replyTo: null,
    subject,
    text: body,
    // An alias' name is anybody's text: what looks like a link in it leads nowhere.
    html: htmlOf(body, { language, isLink: (link) => link === url }),
    messageId: `<${id}@${new URL(BASE_URL).hostname}>`,
    isNotice: true,
  };
}
