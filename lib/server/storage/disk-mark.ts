import 'server-only';
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
  const draft = `${markOf(dataDir)}.${process.pid}`;
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

/** Stores, reads and removes something small. @throws whatever stands in the way */
export async function probeFolder(dataDir: string): Promise<void> {
  await checkMark(dataDir);
  const file = path.join(dataDir, `.probe-${process.pid}`);
  const text = String(Date.now());
  try {
    await fs.writeFile(file, text, { mode: 0o600, flush: true });
    if ((await fs.readFile(file, 'utf8')) !== text) throw new Error(`${file} does not say what was written`);
  } finally {
    await fs.rm(file, { force: true });
  }
}
