import 'server-only';
import type { Context } from '@/lib/server/context';
import { htmlOf } from '@/lib/server/mail/html';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { type DeliverySummary, type NoticeName, renderTemplate } from '@/lib/server/mail/templates/template';
import { endingValues, type LinkEnd } from '@/lib/server/services/ending/decide';
import type { Receiver } from './receivers';

type NoticeContent = {
  id: string;
  template: NoticeName;
  url: string;
  aliasName: string;
  share: string;
  count: number;
  end: LinkEnd | null;
  deliveries: DeliverySummary[];
};

export async function composeNotice(
  ctx: Context,
  { login, address, language: chosen, timezone }: Receiver,
  { id, template, url, aliasName, share, count, end, deliveries }: NoticeContent,
): Promise<Mail> {
  const { BASE_URL, MAIL_FROM, DEFAULT_LANGUAGE, APP_NAME } = ctx.config;
  const language = mailLanguage([chosen, DEFAULT_LANGUAGE]);
  const ending = end ? await endingValues(ctx, end, { language, timezone }) : null;
  const values = {
    user: login,
    url,
    aliasName,
    title: share,
    count,
    deliveries,
    ...ending,
  };
  const { subject, body } = renderTemplate(mailTemplates(ctx.config)[language][template], values);
  return {
    from: MAIL_FROM ?? { name: APP_NAME, address },
    to: address,
    replyTo: null,
    subject,
    text: body,
    // Alias and share names are untrusted text, so links in them stay plain text.
    html: htmlOf(body, {
      language,
      isLink: (link) =>
        [url, ending?.extendUrl, ending?.endUrl, ...deliveries.map((each) => each.url)].includes(link),
    }),
    messageId: `<${id}@${new URL(BASE_URL).hostname}>`,
    isNotice: true,
  };
}
