import 'server-only';
import type { Context } from '@/lib/server/context';
import { soon } from '@/lib/server/start-job';

/** Nobody sees the account any more. */
export const removeAccountsSoon = (ctx: Context): void => soon(ctx, 'remove accounts');
