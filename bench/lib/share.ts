// One account that is signed in and one share, in a database of the benchmark's own, and the transfer layer before them.
import type http from 'node:http';
import { headerNames } from '@/lib/contract/http/names';
import { startSession } from '@/lib/server/auth/session-rows';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import { contextOf } from '@/lib/server/container';
import { newId } from '@/lib/server/ids';
import { createFrontDoor } from '@/lib/server/runtime/front-door';
import { startDatabase } from './database';

const client = { address: null, userAgent: null };

export const startDataPlane = (): http.Server =>
  createFrontDoor(async (_req, res) => void res.writeHead(404).end());

export async function startShare() {
  Object.assign(process.env, { MAX_SIZE: '100G', SESSION_VALID: '2 hours' }); // a slow machine takes longer than a session
  const { env, stop } = await startDatabase();
  const { db, now } = contextOf(client);
  const [accountId, shareId, sessionId] = [newId(), newId(), newId()];
  await db.account.create({ data: { id: accountId, login: 'bench' } });
  await db.share.create({ data: { id: shareId, ownerId: accountId, validityMs: 3_600_000, maxViews: 1 } });
  await startSession(db, { id: sessionId, accountId, client, now });
  return {
    env,
    uploads: `/api/v2/sec/upload/${shareId}/files/tus`,
    files: `/api/v2/sec/share/${shareId}/file`,
    auth: { [headerNames.auth]: (await sealSessionToken({ sessionId, isKept: false }, now)).token },
    lastFileId: async () => (await db.file.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })).id,
    stop,
  };
}
