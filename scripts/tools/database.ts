import path from 'node:path';
import { parseConfig } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { closeDb } from '@/lib/server/db/client';
import { ensureSecret } from '@/lib/server/runtime/data-dir';
import { AlreadyRunning } from '@/lib/server/runtime/instance-lock';
import { embeddedUrl, socketFolder } from '@/lib/server/runtime/postgres/server';
import { prepare } from '@/lib/server/runtime/prepare';
import { applySettings } from '@/lib/server/services/server-settings/stored';
import { say } from './say';

export async function openDatabase(): Promise<() => Promise<void>> {
  try {
    const { stop } = await prepare(say, { isMoving: true });
    return stop;
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const { DATA_DIR } = parseConfig(process.env);
    process.env.DATABASE_URL = embeddedUrl(socketFolder(path.join(DATA_DIR, 'postgres')));
    process.env.AUTH_SECRET ||= ensureSecret(DATA_DIR);
    await applySettings(systemContext());
    return closeDb;
  }
}
