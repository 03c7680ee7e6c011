import 'server-only';
import type { Feature } from '@/lib/server/feature';
import { settleAll, settleJob } from './job';
import { requestsOf } from './own-data';
import { passOfRequest } from './pass';

export const request: Feature = {
  name: 'request',
  jobs: [{ name: settleJob, run: settleAll, waitsForScan: true }],
  aliasPass: (db, given) => passOfRequest(db, given),
  renameAlias: (tx, { from, to }) =>
    tx.requestRound.updateMany({ where: { aliasId: from }, data: { aliasId: to } }),
  ownData: requestsOf,
};
