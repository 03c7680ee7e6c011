import 'server-only';
import { type WebhookEvent, webhookEvents } from '@/lib/contract/webhook';
import { shortId } from '@/lib/domain/ident';
import { oneLine } from '@/lib/domain/pasted/plain-text';
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
  const text = textOf(ctx, delivery);
  const shape = shapes[format];
  if (format === 'ntfy') return { type: 'text/plain; charset=utf-8', body: withLink(text, link) };
  const data = { ...withExactTimes(delivery.data), ...(link !== null && { link }) };
  const content = shape
    ? shape({ text, link, app: ctx.config.APP_NAME })
    : { type: event, timestamp: createdAt.toISOString(), data };
  return { type: 'application/json', body: JSON.stringify(content) };
}

type Words = { text: string; link: string | null; app: string };

const withLink = (text: string, link: string | null) => [text, link].filter(Boolean).join('\n');

/** Names are people's: none makes a link, a mention or a heading under our name. */
const shapes: Record<string, (words: Words) => object> = {
  slack: ({ text, link }) => ({
    text: withLink(text, link).replace(/[&<>]/g, (sign) => slackSigns[sign] ?? sign),
    mrkdwn: false,
  }),
  discord: ({ text, link }) => ({
    content: withLink(plainMarkdown(text).slice(0, 1500), link),
    allowed_mentions: { parse: [] },
  }),
  teams: ({ text, link, app }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text: plainMarkdown(text), wrap: true }],
          actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: app, url: link }],
        },
      },
    ],
  }),
  gotify: ({ text, link, app }) => ({ title: app, message: withLink(text, link) }),
  telegram: ({ text, link }) => ({ text: withLink(text, link), link_preview_options: { is_disabled: true } }),
  matrix: ({ text, link, app }) => ({ text: withLink(plainMarkdown(text), link), username: app }),
};

const slackSigns: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const plainMarkdown = (text: string) => text.replace(/[\\`*_~|<>[\]()#!@:]/g, '\\$&');

/** PostgreSQL leaves out zeros behind the seconds. */
const withExactTimes = ({ until, ...data }: Record<string, unknown>) => ({
  ...data,
  ...(until !== undefined && { until: new Date(String(until)).toISOString() }),
});

function textOf({ config }: Context, { event, data, language }: DueDelivery): string {
  const t = translator(mailLanguage([language, config.DEFAULT_LANGUAGE]));
  const known = webhookEvents.find((name) => name === event);
  if (!known) return t('webhook.says.test', { app: config.APP_NAME });
  const { name, inbox, share, login } = data;
  return t(`webhook.says.${known satisfies WebhookEvent}`, {
    name: oneLine(String(name ?? (typeof share === 'string' ? shortId(share) : ''))),
    inbox: oneLine(String(inbox ?? '')),
    login: oneLine(String(login ?? '')),
  });
}

async function linkOf({ db, config }: Context, { withLinks, data }: DueDelivery): Promise<string | null> {
  if (!withLinks || typeof data.share !== 'string' || !('files' in data)) return null;
  const link = await db.publication.findFirst({ where: { shareId: data.share, enabled: true } });
  return link && config.BASE_URL + paths.open(link.linkId);
}
