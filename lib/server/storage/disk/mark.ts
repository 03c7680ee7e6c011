import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const markOf = (dataDir: string) => path.join(dataDir, 'storage-id');

/** The name that a folder of files has got at its first start; null where there is none, as where it isn't mounted. */
export async function readMark(dataDir: string): Promise<string | null> {
  try {
    return (await fs.readFile(markOf(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Names a folder. Of two who do so at once, one's name stays. @returns the name that it has */
export async function makeMark(dataDir: string, id: string): Promise<string> {
  // Not by the number of the process: in containers that share the folder it is the same.
  const draft = `${markOf(dataDir)}.${randomBytes(6).toString('hex')}`;
  await fs.writeFile(draft, `${id}\n`, { mode: 0o600, flush: true });
  try {
    await fs.link(draft, markOf(dataDir));
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readMark(dataDir)) ?? id;
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** @throws when the folder isn't the one that was named: nothing may be stored where it isn't mounted */
export async function checkMark(dataDir: string): Promise<void> {
  if ((await readMark(dataDir)) === null) throw new Error(`${dataDir} is not mounted: it has no storage-id`);
}

/**
 * Stores, reads and removes something small.
 * @throws any error on the way
 */
export async function probeFolder(dataDir: string): Promise<void> {
  await checkMark(dataDir);
  const text = randomBytes(6).toString('hex');
  const file = path.join(dataDir, `.probe-${text}`);
  try {
    // They may be mounts, or of other accounts. A folder in them is nobody's file, should it ever stay.
    for (const name of ['incoming', 'files']) await checkWritable(path.join(dataDir, name, `.probe-${text}`));
    await fs.writeFile(file, text, { mode: 0o600, flush: true });
    if ((await fs.readFile(file, 'utf8')) !== text) throw new Error(`${file} does not say what was written`);
  } finally {
    await fs.rm(file, { force: true });
  }
}

/** Where the folder isn't there, it is made when it is needed. */
async function checkWritable(within: string): Promise<void> {
  try {
    await fs.mkdir(within);
    await fs.rmdir(within);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
