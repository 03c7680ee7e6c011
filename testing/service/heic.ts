import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Sharp } from 'sharp';
import { ensureProgram } from '@/scripts/lib/debian-program.mjs';

const run = promisify(execFile);

/** Several pictures become one file, as a camera's burst. Slow above 12 megapixels. */
export async function heicOf(pictures: readonly Sharp[], options: readonly string[] = []): Promise<Buffer> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'heic-'));
  try {
    const names = await Promise.all(
      pictures.map(async (picture, n) => {
        const name = path.join(folder, `${n}.png`);
        await picture.png().toFile(name);
        return name;
      }),
    );
    const made = path.join(folder, 'made.heic');
    const command = [...options, '-p', 'preset=ultrafast', ...names, '-o', made];
    await run(await ensureProgram('heif-enc'), command);
    return await fs.readFile(made);
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}
