import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { config } from '@/lib/server/config';

export type EarlyScript = 'early' | 'early-old' | 'early-visit';

const texts = new Map<EarlyScript, string>();

/**
 * Reads a script that stands in pages as text. It lies in public/ so that `slipway verify` can compare what a page has
 * with the release.
 */
export function earlyScript(name: EarlyScript): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = fs.readFileSync(path.join(config().ROOT, 'public', `${name}.js`), 'utf8').trimEnd();
  texts.set(name, text);
  return text;
}
