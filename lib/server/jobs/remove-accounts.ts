import 'server-only';
import type { Context } from '@/lib/server/context';
import { finishRemovals } from '@/lib/server/services/account/remove';
import { removeBytes } from './remove-bytes';

/** Starts without waiting: nobody sees the account any more, and the periodic clean-up does what fails here. */
export function removeAccountsSoon(ctx: Context): void {
  finishRemovals(ctx)
    .then(() => removeBytes(ctx))
    .catch((error: unknown) => ctx.log.error({ err: error }, 'removing an account failed'));
}
