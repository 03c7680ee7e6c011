import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { encode } from 'next-auth/jwt';
import { onDatabase } from '../server/database';
import { running } from '../server/running';

const validMs = 30 * 86_400_000;

/**
 * Inserts a program’s session and seals its token as `lib/server/auth/tokens.ts` does. Signing in by password takes ten times as
 * long.
 */
export async function freshSession(accountId: string): Promise<string> {
  const id = `session-${randomBytes(8).toString('hex')}`;
  const until = Date.now() + validMs;
  await onDatabase(async (client) => {
    await client.query(
      `INSERT INTO "Session" (id, "accountId", address, "userAgent", "endsAt", "isProgram")
       VALUES ($1, $2, '127.0.0.1', 'node', now() + interval '90 days', true)`,
      [id, accountId],
    );
    await client.query(
      `UPDATE "Account" SET "loginCount" = "loginCount" + 1, "lastLoginAt" = now() WHERE id = $1`,
      [accountId],
    );
  });
  return encode({
    token: { sid: id, until },
    secret: secretOf(running().dataDir),
    salt: '',
    maxAge: validMs / 1_000,
  });
}

const secretOf = (dataDir: string) => fs.readFileSync(path.join(dataDir, 'secret'), 'utf8').trim();
