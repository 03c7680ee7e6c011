import 'server-only';
import type { Context } from '@/lib/server/context';
import { jobOfFeature } from '@/lib/server/jobs/queue';
import { settleRequests } from './settle';

export const settleJob = jobOfFeature('settle requests');

export const settleAll = (ctx: Context): Promise<number> => settleRequests(ctx, ctx.db, null);
