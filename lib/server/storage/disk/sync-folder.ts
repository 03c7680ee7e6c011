import 'server-only';
import fs from 'node:fs/promises';

/** Makes the names within a folder durable, such as that of a file that was renamed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
