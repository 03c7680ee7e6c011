import 'server-only';
import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export const folderPrefix = 'slipway-pages-';

export const socketName = 'pages.sock';

/** A folder without a socket may belong to a process that is just starting. */
const newMs = 10 * 60_000;

/**
 * Removes folders of killed servers of this account. Lists folders synchronously at the call, so that one made later
 * is safe whatever the clock says.
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
  const code = await connectErrorCode(path.join(folder, socketName));
  if (code === 'ENOENT') return Date.now() - found.mtimeMs > newMs;
  return code === 'ECONNREFUSED';
}

const connectErrorCode = (socket: string) =>
  new Promise<string | null>((resolve) => {
    const connection = net.connect(socket, () => {
      connection.destroy();
      resolve(null);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
  });
