import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { isVerified, stagingFolder } from '@/lib/server/backup/staging';
import { BadConfiguration, type Config, config, parseConfig } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { closeDb } from '@/lib/server/db/client';
import { followClock } from '@/lib/server/db/clock';
import { withConnection } from '@/lib/server/db/connection';
import { migrate, migrationsFolder } from '@/lib/server/db/migrate';
import { closeNotifications } from '@/lib/server/db/notifications';
import { beOnlyNode } from '@/lib/server/ids';
import { record } from '@/lib/server/journal/record';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { ensureFirstAdmin, type FirstAdmin } from '@/lib/server/services/account/first-admin';
import { warnOfClock } from '@/lib/server/services/clock/clock';
import { prepareDemo } from '@/lib/server/services/demo/wipe';
import { warnOfLostSecrets } from '@/lib/server/services/secret/lost-secrets';
import { rememberSecret } from '@/lib/server/services/secret/reseal';
import { applySettings } from '@/lib/server/services/server-settings/stored';
import { testBucket } from '@/lib/server/storage/s3/self-test';
import { bucketSettings } from '@/lib/server/storage/storage-for';
import { connectionsPerProcess } from './connection-limit';
import {
  checkFileSystem,
  checkFilesFolder,
  ensureSecret,
  makeDataDir,
  restrictPermissions,
} from './data-dir';
import { lockInstance } from './instance-lock';
import { moveEarlier } from './major/move';
import { socketFolder, startPostgres } from './postgres/server';
import { checkStorageChange, checkStorageFolder } from './storage-move';
import { warningsAbout, warningsAboutNames } from './surroundings';
import { waitForBucket } from './wait-for-bucket';
import { rethrowUnreachable, waitForDatabase } from './wait-for-database';

export type PreparedNode = {
  /** Null after its password was printed. */
  admin: FirstAdmin | null;
  /** Always true for an external database, whose state each request finds out. */
  isUp: () => boolean;
  stop: () => Promise<void>;
};

/**
 * Prepares configuration, database, secret, migrations and the first admin. Passes results to the rest of the process
 * through the environment.
 * @param say prints progress for the operator
 * @param isMoving true before files are copied, when none need exist yet
 */
export async function prepare(say: (line: string) => void, { isMoving = false } = {}): Promise<PreparedNode> {
  const settings = parseConfig(process.env);
  mailTemplates(settings); // finds a broken template now, not with the first mail
  const warn = (warning: string) => say(`\n  WARNING: ${warning}\n`);
  await prepareFolders(settings, warn);
  await checkBucket(settings, say);

  const embedded = settings.DATABASE_URL ? null : await embeddedDatabase(settings, say);
  if (embedded) beOnlyNode();
  const stop = async () => {
    await Promise.all([closeDb(), closeNotifications()]);
    await embedded?.stop();
  };
  try {
    process.env.DATABASE_URL = settings.DATABASE_URL ?? embedded?.url;
    process.env.AUTH_SECRET = settings.AUTH_SECRET ?? ensureSecret(settings.DATA_DIR);
    process.env.NEXTAUTH_URL = settings.BASE_URL;
    await waitForDatabase(settings.DATABASE_URL, say);
    process.env.SLIPWAY_CONNECTIONS = String(await connectionsPerProcess(settings.DATABASE_URL, warn));
    const { DATABASE_URL = '', ROOT } = config();

    const applied = await migrate(DATABASE_URL, migrationsFolder(ROOT)).catch(rethrowUnreachable);
    await withConnection({ connectionString: DATABASE_URL }, followClock);
    await applySettings(systemContext());
    await warnOfClock(systemContext(), warn);
    await rememberSecret(systemContext());
    await warnOfLostSecrets(systemContext(), warn);
    const system = systemContext();
    if (applied.length > 0) {
      say(`Database migrated: ${applied.length} step(s)`);
      const details = { steps: applied.length, last: applied.at(-1) ?? '' };
      await record(system, { event: 'system.migrate', details });
    }
    const isBesideDatabase = embedded !== null && settings.FILES_DIR === undefined;
    await checkStorageFolder(system, { isAlone: isBesideDatabase || isMoving });
    if (!isMoving) await checkStorageChange(system);
    const misspelt = warningsAboutNames(process.env);
    for (const warning of [...misspelt, ...warningsAbout(config())]) warn(warning);
    const admin = await firstAccount(system, { isAlone: embedded !== null, isMoving });
    return { admin, isUp: embedded?.isUp ?? (() => true), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A demo has examples in the place of an admin. */
async function firstAccount(
  ctx: Context,
  { isAlone, isMoving }: { isAlone: boolean; isMoving: boolean },
): Promise<FirstAdmin | null> {
  if (!isMoving) await prepareDemo(ctx);
  return ctx.config.DEMO ? null : ensureFirstAdmin(ctx, { isAlone });
}

async function prepareFolders(settings: Config, warn: (warning: string) => void): Promise<void> {
  const { DATA_DIR, FILES_DIR, DATABASE_URL, STORAGE } = settings;
  makeDataDir(DATA_DIR);
  if (FILES_DIR !== undefined) makeDataDir(FILES_DIR, 'FILES_DIR');
  restrictPermissions(settings, warn);
  checkRestoreFinished(DATA_DIR);
  checkFileSystem(DATA_DIR, { hasDatabase: !DATABASE_URL });
  if (STORAGE === 'disk') await checkFilesFolder(settings);
}

async function embeddedDatabase({ DATA_DIR, ROOT }: Config, say: (line: string) => void) {
  const dir = path.join(DATA_DIR, 'postgres');
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  const unlock = await lockInstance(dir);
  try {
    await moveEarlier({ dir, migrations: migrationsFolder(ROOT), say });
    const isNew = !fs.existsSync(path.join(dir, 'data'));
    say(isNew ? 'Creating the embedded PostgreSQL' : 'Starting the embedded PostgreSQL');
    const { stop, ...server } = await startPostgres(dir, socketFolder(dir), (lastWords) =>
      say(`The embedded PostgreSQL died and is started again. It said:\n${lastWords}`),
    );
    return { ...server, stop: () => stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function checkBucket(settings: Config, say: (line: string) => void): Promise<void> {
  if (settings.STORAGE !== 's3') return;
  const bucket = bucketSettings(settings);
  await waitForBucket(bucket, say);
  const complaint = await testBucket(bucket);
  if (complaint) throw new BadConfiguration(complaint);
}

function checkRestoreFinished(dataDir: string): void {
  const staging = stagingFolder(dataDir);
  if (!fs.existsSync(staging)) return;
  throw new BadConfiguration(
    `A restore was begun and not finished. Run "node scripts/restore.mjs FILE" once more${isVerified(dataDir) ? '' : `, or remove ${staging} to do without it`}.`,
  );
}
