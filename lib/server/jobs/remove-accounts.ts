import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';

/** Nobody sees the account any more. */
export const removeAccountsSoon = (ctx: Context): void => runJobSoon(ctx, 'remove accounts');
