// What is set up wrong, and how to mend it; as the page for admins says it. It changes nothing.
import fs from 'node:fs';
import path from 'node:path';
import { translator } from '@/lib/i18n/translator';
import { BadConfiguration, operatorMessage, parseConfig } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { closeDb } from '@/lib/server/db/client';
import { AlreadyRunning, lockInstance } from '@/lib/server/runtime/instance-lock';
import { embeddedUrl, socketFolder } from '@/lib/server/runtime/postgres/server';
import { examine } from '@/lib/server/services/doctor/examine';
import { applySettings } from '@/lib/server/services/server-settings/stored';
import { say } from './tools/say';

const marks = { fine: '✓', warning: '!', failure: '✗', skipped: '–' };

try {
  await findInstallation();
  await applySettings(systemContext()).catch(() => undefined); // the examination tells what is wrong with the database
  const words = translator('en');
  const t = words as unknown as (key: string, values?: Record<string, string>) => string;
  const { findings } = await examine(systemContext(), {});
  for (const { check, outcome, code, values } of findings) {
    const key = code === 'late' || code === 'unclear' ? code : `${check}.${code}`;
    say(`${marks[outcome]} ${t(`doctor.check.${check}`)}: ${t(`doctor.said.${key}`, values)}`);
  }
  await closeDb();
  process.exit(findings.some(({ outcome }) => outcome === 'failure') ? 1 : 0);
} catch (error) {
  process.stderr.write(`\n${operatorMessage(error)}\n`);
  process.exit(2);
}

/** Uses the database and secret of the running installation, which is what the doctor examines. */
async function findInstallation(): Promise<void> {
  const { DATA_DIR, DATABASE_URL, AUTH_SECRET } = parseConfig(process.env);
  const secret = path.join(DATA_DIR, 'secret');
  if (!AUTH_SECRET && fs.existsSync(secret)) process.env.AUTH_SECRET = fs.readFileSync(secret, 'utf8').trim();
  if (DATABASE_URL) return;
  const folder = path.join(DATA_DIR, 'postgres');
  if (!fs.existsSync(folder) || (await isFree(folder))) {
    throw new BadConfiguration(`Slipway does not run on ${DATA_DIR}. Start it first: npm start`);
  }
  process.env.DATABASE_URL = embeddedUrl(socketFolder(folder));
}

async function isFree(folder: string): Promise<boolean> {
  try {
    (await lockInstance(folder))();
    return true;
  } catch (error) {
    if (error instanceof AlreadyRunning) return false;
    throw error;
  }
}
