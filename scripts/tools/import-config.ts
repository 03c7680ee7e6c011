import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import { convertSharryConfig, envLines } from '@/lib/server/import/sharry/sharry-env';
import { say } from './say';

/**
 * Writes an `.env` equivalent to a `sharry.conf`, readable by its owner only, and lists ignored keys.
 * @returns false when keys were ignored
 */
export function importConfig(file: string, to: string): boolean {
  if (!fs.existsSync(file)) throw new BadConfiguration(`${file} doesn’t exist.`);
  if (fs.existsSync(to))
    throw new BadConfiguration(`${to} already exists. Move it away, or choose --to FILE.`);
  if (!fs.existsSync(path.dirname(to))) throw new BadConfiguration(`There is no folder ${path.dirname(to)}.`);
  const converted = convertSharryConfig(file, process.env);
  const lines = [`# From ${path.basename(file)}, by npm run import`, ...envLines(converted)];
  fs.writeFileSync(to, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  say(`${Object.keys(converted.env).length} settings are in ${to}. Look at them before you start.`);
  if (converted.left.length > 0) say(`Left out: ${converted.left.length}`);
  for (const { key, why } of converted.left) say(`  ${key}: ${why}`);
  if (converted.toDo.length > 0) say(`Still to be written: ${converted.toDo.length}`);
  for (const one of converted.toDo) say(`  ${one}`);
  return converted.toDo.length === 0 && converted.left.every(({ why }) => why !== 'unknown');
}
