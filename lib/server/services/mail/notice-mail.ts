import 'server-only';
import type { Context } from '@/lib/server/context';
import { htmlOf } from '@/lib/server/mail/html';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/render';
import type { NoticeName } from '@/lib/server/mail/templates/template';
import type { Receiver } from './receivers';

type About = { id: string; template: NoticeName; url: string; aliasName: string; share: string };

/** The mail that tells somebody of a share, in their language. */
export function noticeMail(
  { config }: Context,
  { login, address, language: chosen }: Receiver,
  { id, template, url, aliasName, share }: About,
): Mail {
  const { BASE_URL, MAIL_FROM, MAIL_TEMPLATES_DIR, DEFAULT_LANGUAGE, APP_NAME } = config;
  const language = mailLanguage([chosen, DEFAULT_LANGUAGE]);
  const values = { user: login, url, password: false, aliasName, share };
  const { subject, body } = renderTemplate(mailTemplates(MAIL_TEMPLATES_DIR)[language][template], values);
  return {
    from: MAIL_FROM ?? { name: APP_NAME, address },
    to: address,
    replyTo: null,
    subject,
    text: body,
    // The name of an alias or a share is anybody's text: what looks like a link in it leads nowhere.
    html: htmlOf(body, { language, isLink: (link) => link === url }),
    messageId: `<${id}@${new URL(BASE_URL).hostname}>`,
    isNotice: true,
  };
}
