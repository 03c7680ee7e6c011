import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';

export function ensureSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!fs.existsSync(file)) createAtomically(file, randomBytes(48).toString('base64url'));
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new BadConfiguration(
      `${file} is damaged: it must hold at least 32 characters. Remove it to get a new one.`,
    );
  return secret;
}

/** Creates the file atomically; of two concurrent first starts one secret stays. */
function createAtomically(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}
