// Puts a backup into DATA_DIR while nothing runs there, and its rows into DATABASE_URL if that is set.
import fs from 'node:fs';
import path from 'node:path';
import { unpackBackup } from '@/lib/server/backup/restore-backup';
import { activateStaging, isOccupied, isVerified } from '@/lib/server/backup/staging';
import { BadConfiguration, type Config, parseConfig } from '@/lib/server/config';
import { migrationsFolder } from '@/lib/server/db/migrate';
import { lockInstance } from '@/lib/server/runtime/instance-lock';
import { onlyFile, runOwn } from './tools/own-installation';
import { say } from './tools/say';

await runOwn('npm run restore -- FILE [--replace]', ['STORAGE'], async () => {
  const file = onlyFile(['--replace']);
  const target = parseConfig(process.env);
  const { DATA_DIR, FILES_DIR } = target;
  if (!fs.existsSync(file)) throw new BadConfiguration(`There is no ${file}.`);
  checkReadable(file);
  const isRoot = process.getuid?.() === 0; // its PostgreSQL runs under another account, which has to pass
  fs.mkdirSync(path.join(DATA_DIR, 'postgres'), { recursive: true, mode: isRoot ? 0o711 : 0o700 });
  if (FILES_DIR !== undefined) fs.mkdirSync(FILES_DIR, { recursive: true, mode: 0o700 });
  const unlock = await lockInstance(path.join(DATA_DIR, 'postgres'));
  try {
    const isFine = isVerified(DATA_DIR) ? finish(target) : await begin(file, target);
    say('Slipway can be started now.');
    return isFine;
  } finally {
    unlock();
  }
});

function checkReadable(file: string): void {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    if (fs.statSync(file).isFile()) return;
  } catch {
    throw new BadConfiguration(
      `${file} can’t be read by this account. Change its owner, or run this as its owner.`,
    );
  }
  throw new BadConfiguration(`${file} is no file. Name the backup itself.`);
}

type Target = Pick<Config, 'DATA_DIR' | 'FILES_DIR' | 'ROOT' | 'DATABASE_URL'>;

async function begin(file: string, target: Target): Promise<boolean> {
  const { DATA_DIR, FILES_DIR, ROOT, DATABASE_URL } = target;
  if (isOccupied(DATA_DIR, FILES_DIR) && !process.argv.includes('--replace')) {
    throw new BadConfiguration(
      `${[DATA_DIR, FILES_DIR ?? []].flat().join(' or ')} holds an installation. With --replace it is put aside, in a folder there, and the backup takes its place.`,
    );
  }
  const began = Date.now();
  const { manifest, damaged } = await unpackBackup(
    file,
    DATA_DIR,
    migrationsFolder(ROOT),
    DATABASE_URL,
    FILES_DIR,
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  say(`${manifest.fileCount} files and all rows of ${manifest.madeAt}, verified in ${seconds} s.`);
  for (const id of damaged) say(`damaged   ${id}  as it was when the backup was made`);
  if (!manifest.hasSecret)
    say('AUTH_SECRET was not in the backup: set the one you had, or everyone has to sign in again.');
  finish(target);
  return damaged.length === 0;
}

function finish({ DATA_DIR, FILES_DIR }: Target): true {
  const aside = activateStaging(DATA_DIR, FILES_DIR);
  say(`Restored into ${DATA_DIR}.`);
  if (aside.length > 0)
    say(`What was there before is in ${aside.join(' and ')}; remove it when you are sure.`);
  return true;
}
