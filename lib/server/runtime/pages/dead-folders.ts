import 'server-only';
import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Of the folders in which the processes of the pages listen. */
export const folderPrefix = 'slipway-pages-';

export const socketName = 'pages.sock';

/** One that has no socket yet may just be about to get it. */
const newMs = 10 * 60_000;

/**
 * Removes what was left behind, by any server of this account, when one was killed together with its pages. Only what is
 * there at the call is looked at: a folder made later is the caller's own, however old it looks to a clock that was set
 * meanwhile.
 */
export async function removeDeadFolders(parent = os.tmpdir()): Promise<void> {
  for (const name of namesIn(parent).filter((name) => name.startsWith(folderPrefix))) {
    const folder = path.join(parent, name);
    if (await isDead(folder)) await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function isDead(folder: string): Promise<boolean> {
  const found = await fs.lstat(folder).catch(() => null);
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const code = await refusalAt(path.join(folder, socketName));
  if (code === 'ENOENT') return Date.now() - found.mtimeMs > newMs;
  return code === 'ECONNREFUSED';
}

/** Null when somebody answers. */
const refusalAt = (socket: string) =>
  new Promise<string | null>((resolve) => {
    const asked = net.connect(socket, () => {
      asked.destroy();
      resolve(null);
    });
    asked.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
  });
