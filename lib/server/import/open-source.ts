import 'server-only';
import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { BadConfiguration } from '@/lib/server/config';
import { openPicoshare } from './picoshare/picoshare';
import { openPingvin } from './pingvin/pingvin';
import { openPlik } from './plik/plik';
import { openPsitransfer } from './psitransfer/psitransfer';
import { openSharry } from './sharry/sharry';
import type { ImportSource, Product, SourceOptions } from './source';

export type SourceLocation = {
  from: string | null;
  files: string | null;
  config: string | null;
  zone: string | null;
  /** The environment, because other products are configured by it as well. */
  variables: Record<string, string | undefined>;
};

/** PsiTransfer's default, in seconds: 75 days. */
const psitransferMaxAge = 6_480_000;

export async function openSource(
  product: Product,
  location: SourceLocation,
  options: SourceOptions,
): Promise<ImportSource> {
  const { from, files, config } = location;
  if (files !== null) checkIs('folder', '--files', files);
  if (config !== null) checkIs('file', '--config', config);
  if (product === 'sharry') {
    if (from === null || /^(postgres(ql)?|mariadb|mysql):/.test(from)) return openSharry(location);
    throw new BadConfiguration('--from is the database of Sharry: postgres://… or mariadb://…');
  }
  if (from === null) throw new BadConfiguration('Add --from: where the other product’s data are.');
  const isUrl = product === 'plik' && /^postgres(ql)?:/.test(from);
  if (!isUrl && !fs.existsSync(from)) throw new BadConfiguration(`${from} doesn’t exist.`);
  return openers[product]({ ...location, from }, options);
}

function checkIs(kind: 'file' | 'folder', option: string, location: string): void {
  const found = fs.statSync(location, { throwIfNoEntry: false });
  if (!found) throw new BadConfiguration(`${location} doesn’t exist. Check ${option}.`);
  if (kind === 'folder' ? !found.isDirectory() : found.isDirectory())
    throw new BadConfiguration(`${location} is no ${kind}. Check ${option}.`);
}

type Opener = (
  location: SourceLocation & { from: string },
  options: SourceOptions,
) => ImportSource | Promise<ImportSource>;

const openers: Record<Exclude<Product, 'sharry'>, Opener> = {
  picoshare: ({ from }, options) => openPicoshare(from, options),
  pingvin: openPingvin,
  plik: ({ from, files }, options) => openPlik(from, files, options),
  psitransfer: ({ from, config }, options) => openPsitransfer(from, { maxAgeMs: maxAgeMs(config) }, options),
};

function maxAgeMs(config: string | null): number {
  const given = config === null ? undefined : parseEnv(fs.readFileSync(config, 'utf8')).PSITRANSFER_MAX_AGE;
  const seconds = Number(given ?? psitransferMaxAge);
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds * 1000;
  throw new BadConfiguration(`PSITRANSFER_MAX_AGE in ${config} is not a number of seconds: "${given}".`);
}
