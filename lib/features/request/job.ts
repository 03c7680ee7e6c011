import 'server-only';
import type { Context } from '@/lib/server/context';
import { jobOfFeature, rescheduleJob } from '@/lib/server/jobs/queue';
import { remindPeople, repeatRounds } from './remind';
import { settleRequests } from './settle';

export const settleJob = jobOfFeature('settle requests');
export const remindJob = jobOfFeature('remind people');

export const settleAll = (ctx: Context): Promise<number> => settleRequests(ctx, ctx.db, null);

const pauseMs = 5 * 60_000;

export async function remindAll(ctx: Context): Promise<number> {
  const repeated = await repeatRounds(ctx);
  const reminded = await remindPeople(ctx);
  await rescheduleJob(ctx.db, remindJob, new Date(ctx.now.getTime() + pauseMs));
  return repeated + reminded;
}
