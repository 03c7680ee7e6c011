import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';

/** The secret of this installation: made at the first start, readable by its owner alone. */
export function ensureSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!fs.existsSync(file)) makeWhole(file, randomBytes(48).toString('base64url'));
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new BadConfiguration(
      `${file} is damaged: it must hold at least 32 characters. Remove it to get a new one.`,
    );
  return secret;
}

/** The file appears with all of its content or not at all; when two first starts coincide, one secret stays. */
function makeWhole(file: string, content: string): void {
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
