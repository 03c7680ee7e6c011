import 'server-only';
import { createHmac } from 'node:crypto';
import type { Context } from '@/lib/server/context';

/**
 * The secret of a delivery's receipt. It follows from the installation's own, so that it can be mailed later and is
 * in no row.
 */
export const receiptSecret = ({ config }: Pick<Context, 'config'>, shareId: string): string =>
  createHmac('sha256', `receipt of a delivery ${config.AUTH_SECRET}`)
    .update(shareId)
    .digest('hex')
    .slice(0, 48);
