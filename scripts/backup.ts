// Everything the installation has, in one file; it may run while the installation does.
import fs from 'node:fs';
import path from 'node:path';
import { formatBytes } from '@/lib/domain/units';
import { makeBackup } from '@/lib/server/backup/make-backup';
import { BadConfiguration, parseConfig } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { openDatabase } from './tools/database';
import { onlyFile, runOwn } from './tools/own-installation';
import { say } from './tools/say';

await runOwn('npm run backup -- FILE', ['DATABASE_URL', 'STORAGE'], async () => {
  const file = onlyFile();
  if (fs.existsSync(file))
    throw new BadConfiguration(`${file} already exists. Give the backup another name.`);
  if (!fs.existsSync(path.dirname(file)))
    throw new BadConfiguration(`There is no folder ${path.dirname(file)}.`);
  const drafts = ['.part', '.sums', '.list'].map((ending) => file + ending);
  process.once('exit', () => {
    for (const draft of drafts) fs.rmSync(draft, { force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

  const { DATA_DIR } = parseConfig(process.env);
  if (!fs.existsSync(path.join(DATA_DIR, 'postgres'))) {
    throw new BadConfiguration(
      `There is no installation in ${DATA_DIR}. Set DATA_DIR as the one that runs has it.`,
    );
  }
  const isKeyGiven = parseConfig(process.env).AUTH_SECRET !== undefined;
  const close = await openDatabase();
  const began = Date.now();
  const ctx = systemContext();
  const { manifest, sizeBytes, damaged } = await makeBackup(ctx, file).finally(close);
  for (const { id, reason } of damaged) say(`damaged   ${id}  ${reason}`);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  say(`${manifest.fileCount} files, ${formatBytes(sizeBytes)} in ${seconds} s: ${file}`);
  if (isKeyGiven) say('AUTH_SECRET comes from your environment and is not in it: keep it as well.');
  say('Anyone who has this file has everything: keep it where only you can read it. Your .env is not in it.');
  if (damaged.length > 0)
    say(`${damaged.length} files are damaged where they are; see docs/operate/backup.md.`);
  return damaged.length === 0;
});
