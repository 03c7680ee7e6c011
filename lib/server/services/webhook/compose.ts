import 'server-only';
import { type WebhookEvent, webhookEvents } from '@/lib/contract/webhook';
import { shortId } from '@/lib/domain/ident';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import type { Webhook, WebhookDelivery } from '@/lib/server/db/generated/client';
import { mailLanguage } from '@/lib/server/mail/languages';

export type DueDelivery = Pick<WebhookDelivery, 'event' | 'createdAt' | 'tries'> &
  Pick<
    Webhook,
    'url' | 'format' | 'secret' | 'oldSecret' | 'oldUntil' | 'withLinks' | 'accountId' | 'failingSince'
  > & {
    id: string;
    webhookId: string;
    language: string | null;
    data: Record<string, unknown>;
  };

type Message = { type: string; body: string };

/** Returns the body in the webhook's format. Times of the event stay the same however often it is sent. */
export async function composeDelivery(ctx: Context, delivery: DueDelivery): Promise<Message> {
  const { event, createdAt, format } = delivery;
  const link = await linkOf(ctx, delivery);
  const text = [textOf(ctx, delivery), link].filter(Boolean).join('\n');
  const json = (content: object) => ({ type: 'application/json', body: JSON.stringify(content) });
  if (format === 'ntfy') return { type: 'text/plain; charset=utf-8', body: text };
  if (format === 'slack') return json({ text: text.replace(/[&<>]/g, (sign) => slackSigns[sign] ?? sign) });
  if (format === 'discord') return json({ content: text.slice(0, 2000), allowed_mentions: { parse: [] } });
  const data = { ...delivery.data, ...(link !== null && { link }) };
  return json({ type: event, timestamp: createdAt.toISOString(), data });
}

const slackSigns: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function textOf({ config }: Context, { event, data, language }: DueDelivery): string {
  const t = translator(mailLanguage([language, config.DEFAULT_LANGUAGE]));
  const known = webhookEvents.find((name) => name === event);
  if (!known) return t('webhook.says.test', { app: config.APP_NAME });
  const { name, inbox, share, login } = data;
  return t(`webhook.says.${known satisfies WebhookEvent}`, {
    name: String(name ?? (typeof share === 'string' ? shortId(share) : '')),
    inbox: String(inbox ?? ''),
    login: String(login ?? ''),
  });
}

async function linkOf({ db, config }: Context, { withLinks, data }: DueDelivery): Promise<string | null> {
  if (!withLinks || typeof data.share !== 'string' || !('files' in data)) return null;
  const link = await db.publication.findFirst({ where: { shareId: data.share, enabled: true } });
  return link && config.BASE_URL + paths.open(link.linkId);
}
