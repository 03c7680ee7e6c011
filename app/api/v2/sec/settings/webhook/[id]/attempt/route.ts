import { webhook } from '@/lib/contract/webhook';
import { listAttempts } from '@/lib/features/webhook/webhooks';
import { route } from '@/lib/server/http/route';

export const GET = route(webhook.attempts, ({ ctx, params }) => listAttempts(ctx, params));
