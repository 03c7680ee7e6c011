import { webhook } from '@/lib/contract/webhook';
import { route } from '@/lib/server/http/route';
import { listAttempts } from '@/lib/features/webhook/webhooks';

export const GET = route(webhook.attempts, ({ ctx, params }) => listAttempts(ctx, params));
