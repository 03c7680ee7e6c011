import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';

export const removeAccountsSoon = (ctx: Context): void => runJobSoon(ctx, 'remove accounts');
