import { webhook } from '@/lib/contract/webhook';
import { changeWebhook, removeWebhook } from '@/lib/features/webhook/webhooks';
import { route } from '@/lib/server/http/route';

export const POST = route(webhook.change, ({ ctx, params, body }) =>
  changeWebhook(ctx, { ...params, ...body }),
);

export const DELETE = route(webhook.remove, ({ ctx, params }) => removeWebhook(ctx, params));
