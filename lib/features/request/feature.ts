import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Feature } from '@/lib/server/feature';
import { jobOfFeature, rescheduleJob } from '@/lib/server/jobs/queue';
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
import { requestsOf } from './own-data';
import { passOfRequest } from './pass';
import { remindPeople, repeatRounds } from './remind';
import { settleRequests } from './settle';
import { roundTable } from './table';

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
