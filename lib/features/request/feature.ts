import 'server-only';
import type { Feature } from '@/lib/server/feature';
import { remindAll, remindJob, settleAll, settleJob } from './job';
import { noteMail, requestAgain, requestAsk, requestDone, requestReminder, requestThanks } from './mails';
import { requestsOf } from './own-data';
import { passOfRequest } from './pass';

export const request: Feature = {
  name: 'request',
  jobs: [
    { name: settleJob, run: settleAll, waitsForScan: true },
    { name: remindJob, run: remindAll, needsClock: true },
  ],
  mails: { requestAsk, requestReminder, requestAgain, requestThanks, requestDone },
  mailSettled: noteMail,
  aliasPass: (db, given) => passOfRequest(db, given),
  renameAlias: (tx, { from, to }) =>
    tx.requestRound.updateMany({ where: { aliasId: from }, data: { aliasId: to } }),
  ownData: requestsOf,
};
