import 'server-only';
import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { BadConfiguration } from '@/lib/server/config';
import { openPicoshare } from './picoshare/picoshare';
import { openPingvin } from './pingvin/pingvin';
import { openPlik } from './plik/plik';
import { openPsitransfer } from './psitransfer/psitransfer';
import { openSharry } from './sharry/sharry';
import type { Product, Reading, Source } from './source';

/** Where the operator says that another product's data lie. */
export type Place = {
  from: string | null;
  files: string | null;
  config: string | null;
  zone: string | null;
  /** The environment, which other products read their settings from, too. */
  variables: Record<string, string | undefined>;
};

/** PsiTransfer's own default: 75 days. */
const psitransferMaxAge = 6_480_000;

export async function openSource(product: Product, place: Place, reading: Reading): Promise<Source> {
  const { from, files, config } = place;
  if (files !== null) checkIs('folder', '--files', files);
  if (config !== null) checkIs('file', '--config', config);
  if (product === 'sharry') {
    if (from === null || /^(postgres(ql)?|mariadb|mysql):/.test(from)) return openSharry(place);
    throw new BadConfiguration('--from is the database of Sharry: postgres://… or mariadb://…');
  }
  if (from === null) throw new BadConfiguration('Add --from: where the other product’s data are.');
  const isUrl = product === 'plik' && /^postgres(ql)?:/.test(from);
  if (!isUrl && !fs.existsSync(from)) throw new BadConfiguration(`${from} doesn’t exist.`);
  return openers[product]({ ...place, from }, reading);
}

function checkIs(kind: 'file' | 'folder', option: string, place: string): void {
  const found = fs.statSync(place, { throwIfNoEntry: false });
  if (!found) throw new BadConfiguration(`${place} doesn’t exist. Check ${option}.`);
  if (kind === 'folder' ? !found.isDirectory() : found.isDirectory())
    throw new BadConfiguration(`${place} is no ${kind}. Check ${option}.`);
}

type Opener = (place: Place & { from: string }, reading: Reading) => Source | Promise<Source>;

const openers: Record<Exclude<Product, 'sharry'>, Opener> = {
  picoshare: ({ from }, reading) => openPicoshare(from, reading),
  pingvin: openPingvin,
  plik: ({ from, files }, reading) => openPlik(from, files, reading),
  psitransfer: ({ from, config }, reading) => openPsitransfer(from, { maxAgeMs: maxAgeMs(config) }, reading),
};

function maxAgeMs(config: string | null): number {
  const given = config === null ? undefined : parseEnv(fs.readFileSync(config, 'utf8')).PSITRANSFER_MAX_AGE;
  const seconds = Number(given ?? psitransferMaxAge);
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds * 1000;
  throw new BadConfiguration(`PSITRANSFER_MAX_AGE in ${config} is not a number of seconds: "${given}".`);
}
