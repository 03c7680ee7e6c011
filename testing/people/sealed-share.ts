import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { CommandHome } from '@/testing/people/cli';
import { running } from '@/testing/server/running';

export type Sums = Record<string, string>;

export const sha256 = (bytes: Buffer | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of each file below a folder, by its path: the same whoever sealed or opened them. */
export function sumsIn(folder: string): Sums {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => fs.statSync(`${folder}/${name}`).isFile());
  return Object.fromEntries(files.map((name) => [name, sha256(fs.readFileSync(`${folder}/${name}`))]));
}

/** Opens a sealed link by the command. */
export async function openByCommand(link: string): Promise<Sums> {
  const home = new CommandHome({ SLIPWAY_URL: running().url });
  try {
    const { code, err } = await home.run(['get', link, '-o', 'copy']);
    if (code !== 0) throw new Error(err);
    return sumsIn(home.file('copy'));
  } finally {
    home.remove();
  }
}
