import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The secret of this installation: made at the first start, readable by its owner alone. */
export function ensureSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  try {
    // "wx": of two first starts at once one writes and the other reads.
    fs.writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${file} is damaged: it must hold at least 32 characters. Remove it to get a new one.`);
  return secret;
}
