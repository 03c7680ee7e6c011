import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Makes a file durable under its final name: syncs the bytes before the rename, and the folder after it. */
export async function finishFile(from: string, to: string, sizeBytes: number): Promise<void> {
  const file = await fs.open(from, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && (await fs.stat(to)).size === sizeBytes) return null;
    throw error;
  });
  if (!file) return; // already final: the process ended before it could report it
  try {
    const { size } = await file.stat();
    if (size < sizeBytes) throw new Error(`${from} has ${size} bytes, ${sizeBytes} were acknowledged`);
    if (size > sizeBytes) await file.truncate(sizeBytes); // written before a crash but never acknowledged
    await file.datasync();
  } finally {
    await file.close();
  }
  const folder = path.dirname(to);
  let firstMade: string | undefined;
  await fs.rename(from, to).catch(async () => {
    firstMade = await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.rename(from, to);
  });
  await syncFolder(folder);
  if (firstMade) await syncFolder(path.dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
