import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { config, parseConfig } from '@/lib/server/config';
import { contextOf } from '@/lib/server/container';
import { closeDb } from '@/lib/server/db/client';
import { ensureFirstAdmin, type FirstAdmin } from '@/lib/server/services/account/first-admin';
import { lockInstance, socketFolder } from './instance-lock';
import { migrate } from './migrate';
import { startPostgres } from './postgres/server';
import { ensureSecret } from './secret';

export type Prepared = {
  /** The first admin with its password, when this start made it. */
  admin: FirstAdmin | null;
  /** Stops what was started here: the last thing before the process ends. */
  stop: () => Promise<void>;
};

/**
 * Everything that has to stand before a request can be answered: configuration, database, secret, migrations and
 * the first admin. What it finds out is handed to the rest of the process through the environment.
 * @param say tells the operator what is going on
 */
export async function prepare(say: (line: string) => void): Promise<Prepared> {
  const given = parseConfig(process.env);
  makeDataDir(given.DATA_DIR);

  const embedded = given.DATABASE_URL
    ? null
    : await embeddedDatabase(path.join(given.DATA_DIR, 'postgres'), say);
  try {
    process.env.DATABASE_URL = given.DATABASE_URL ?? embedded?.url;
    process.env.AUTH_SECRET = given.AUTH_SECRET ?? ensureSecret(given.DATA_DIR);
    process.env.NEXTAUTH_URL = given.BASE_URL;
    const { DATABASE_URL = '', ROOT } = config();

    const applied = await migrate(DATABASE_URL, path.join(ROOT, 'prisma/migrations'));
    if (applied.length > 0) say(`Database migrated: ${applied.length} step(s)`);
    const admin = await ensureFirstAdmin(contextOf({ address: null, userAgent: null }));
    return { admin, stop: () => stop(embedded) };
  } catch (error) {
    await stop(embedded);
    throw error;
  }
}

type Embedded = { url: string; stop: () => Promise<void> };

async function embeddedDatabase(dir: string, say: (line: string) => void): Promise<Embedded> {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  const unlock = await lockInstance(dir);
  try {
    const isNew = !fs.existsSync(path.join(dir, 'data/PG_VERSION'));
    say(isNew ? 'Creating the embedded PostgreSQL' : 'Starting the embedded PostgreSQL');
    const server = await startPostgres(dir, socketFolder(dir));
    return {
      url: server.url,
      stop: async () => {
        await server.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function stop(embedded: Embedded | null): Promise<void> {
  await closeDb();
  await embedded?.stop();
}

/** Root's PostgreSQL runs under another account, which has to pass through the folder; nobody may list it. */
function makeDataDir(dir: string): void {
  fs.mkdirSync(dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
