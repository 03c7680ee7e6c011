import { webhook } from '@/lib/contract/webhook';
import { createWebhook, listWebhooks } from '@/lib/features/webhook/webhooks';
import { route } from '@/lib/server/http/route';

export const GET = route(webhook.list, ({ ctx }) => listWebhooks(ctx));

export const POST = route(webhook.create, ({ ctx, body }) => createWebhook(ctx, body));
