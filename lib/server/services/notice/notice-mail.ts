import 'server-only';
import type { Context } from '@/lib/server/context';
import { mailLanguage } from '@/lib/server/mail/languages';
import type { Mail } from '@/lib/server/mail/mailer';
import type { DeliverySummary, NoticeName } from '@/lib/server/mail/templates/template';
import { endingValues, type LinkEnd } from '@/lib/server/services/ending/decide';
import { type MailLook, templateContent } from '@/lib/server/services/mail/content';
import type { Receiver } from './receivers';

type NoticeContent = {
  id: string;
  look: MailLook | null;
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
  { id, look, template, url, aliasName, share, count, end, deliveries }: NoticeContent,
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
  return {
    ...(await templateContent(ctx, { template, language, values, look })),
    from: MAIL_FROM ?? { name: APP_NAME, address },
    to: address,
    replyTo: null,
    messageId: `<${id}@${new URL(BASE_URL).hostname}>`,
    isNotice: true,
  };
}
