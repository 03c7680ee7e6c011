import { spawn } from 'node:child_process';
import os from 'node:os';
import type { Line } from './line';

const mark = 'SURROUNDINGS_INSIDE';

export const isInside = process.env[mark] === '1';

const addresses = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);

export const loopback = addresses.some(({ address }) => address === '127.0.0.1') ? '127.0.0.1' : '::1';

/**
 * Runs this program again for a single line in a network namespace.
 * @returns its result
 */
export async function inNetwork(family: string, { name, network }: Line): Promise<string> {
  const again = [process.execPath, ...process.execArgv, process.argv[1] ?? '', '--only', name, family];
  const child = spawn('unshare', ['--net', '/bin/sh', '-c', `${network} && exec "$@"`, 'sh', ...again], {
    env: { ...process.env, [mark]: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => (said += words));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(said.trim());
  return said.trim();
}
