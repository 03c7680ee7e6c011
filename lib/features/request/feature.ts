import 'server-only';
import type { Context, UserContext } from '@/lib/server/context';
import type { Feature } from '@/lib/server/feature';
import { jobOfFeature, rescheduleJob } from '@/lib/server/jobs/queue';
import { allOf } from '@/lib/server/services/own-data/contents';
import { selectRoundFiles } from './files';
import {
  noteMail,
  requestAgain,
  requestAsk,
  requestCode,
  requestDone,
  requestReminder,
  requestThanks,
} from './mails';
import { passOfRequest } from './pass';
import { remindPeople, repeatRounds } from './remind';
import { settleRequests } from './settle';
import { roundTable } from './table';

/** Without link secrets. */
export const requestsOf = ({ db, viewer }: UserContext) => ({
  requests: allOf('', (after) =>
    db.fileRequest.findMany({
      where: { round: { alias: { ownerId: viewer.id } }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: 500,
      select: {
        id: true,
        name: true,
        address: true,
        language: true,
        timezone: true,
        message: true,
        dueDay: true,
        createdAt: true,
        openedAt: true,
        completeAt: true,
        stoppedAt: true,
        reminded: true,
        round: { select: { name: true, message: true, dueDay: true, alias: { select: { name: true } } } },
        cells: {
          select: { slot: { select: { name: true } }, receivedAt: true, decision: true, reason: true },
        },
      },
    }),
  ),
});

const settleJob = jobOfFeature('settle requests');
const remindJob = jobOfFeature('remind people');

const settleAll = (ctx: Context): Promise<number> => settleRequests(ctx, ctx.db, null);

const pauseMs = 5 * 60_000;

async function remindAll(ctx: Context): Promise<number> {
  const repeated = await repeatRounds(ctx);
  const reminded = await remindPeople(ctx);
  await rescheduleJob(ctx.db, remindJob, new Date(ctx.now.getTime() + pauseMs));
  return repeated + reminded;
}

export const request: Feature = {
  name: 'request',
  jobs: [
    { name: settleJob, run: settleAll, waitsForScan: true },
    { name: remindJob, run: remindAll, needsClock: true },
  ],
  mails: { requestAsk, requestCode, requestReminder, requestAgain, requestThanks, requestDone },
  mailSettled: noteMail,
  aliasPass: (db, given) => passOfRequest(db, given),
  renameAlias: (tx, { from, to }) =>
    tx.requestRound.updateMany({ where: { aliasId: from }, data: { aliasId: to } }),
  archives: { roundZip: selectRoundFiles },
  tables: { roundTable },
  ownData: requestsOf,
};
