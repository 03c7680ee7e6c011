import { webhook } from '@/lib/contract/webhook';
import { route } from '@/lib/server/http/route';
import { rotateSecret } from '@/lib/features/webhook/webhooks';

export const POST = route(webhook.rotate, ({ ctx, params }) => rotateSecret(ctx, params));
