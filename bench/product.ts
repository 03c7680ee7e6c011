// The product's data plane for a benchmark: its own PostgreSQL, one account, one share.
import fs from 'node:fs';
import type http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { headerNames } from '@/lib/contract/names';
import { startSession, tokenFor } from '@/lib/server/auth/session';
import { createFrontDoor } from '@/lib/server/boot/front-door';
import { migrate } from '@/lib/server/boot/migrate';
import { startPostgres } from '@/lib/server/boot/postgres/server';
import { contextOf, newId } from '@/lib/server/container';
import { closeDb } from '@/lib/server/db/client';

const client = { address: null, userAgent: null };

export const startProduct = (): http.Server =>
  createFrontDoor(async (_req, res) => void res.writeHead(404).end());

export async function startDatabase() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-bench-'));
  fs.chmodSync(dir, 0o711);
  const postgres = await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(dir, 'data'),
    AUTH_SECRET: 'a secret that only this benchmark knows',
    MAX_SIZE: '100G',
    LOG_LEVEL: 'error',
  };
  Object.assign(process.env, env);
  await migrate(postgres.url, 'prisma/migrations');

  const { db, now } = contextOf(client);
  const [accountId, shareId, sessionId] = [newId(), newId(), newId()];
  await db.account.create({ data: { id: accountId, login: 'bench' } });
  await db.share.create({ data: { id: shareId, ownerId: accountId, validityMs: 3_600_000, maxViews: 1 } });
  await startSession(db, { id: sessionId, accountId, client, now });
  return {
    env,
    uploads: `/api/v2/sec/upload/${shareId}/files/tus`,
    files: `/api/v2/sec/share/${shareId}/file`,
    auth: { [headerNames.auth]: (await tokenFor(sessionId, now)).token },
    stop: async () => {
      await closeDb();
      await postgres.stop();
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}
