import { webhook } from '@/lib/contract/webhook';
import { rotateSecret } from '@/lib/features/webhook/webhooks';
import { route } from '@/lib/server/http/route';

export const POST = route(webhook.rotate, ({ ctx, params }) => rotateSecret(ctx, params));
