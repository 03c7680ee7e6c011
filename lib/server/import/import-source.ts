import 'server-only';
import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import { canParseUrl } from '@/lib/domain/url';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { openPicoshare } from '@/lib/server/import/picoshare/picoshare';
import { openPingvin } from '@/lib/server/import/pingvin/pingvin';
import { openPlik } from '@/lib/server/import/plik/plik';
import { openPsitransfer } from '@/lib/server/import/psitransfer/psitransfer';
import { openSharry } from '@/lib/server/import/sharry/sharry';
import { record } from '@/lib/server/journal/record';
import { Report } from './report';
import { type ImportOptions, runImport } from './run-import';
import type { ImportSource, Product, SourceOptions } from './source';

type ImportSourceOptions = Omit<ImportOptions, 'progress' | 'isPlan'> & {
  progress?: (report: Report, total: Report['imported']) => void;
};

/**
 * Runs a whole import: checks the free space first, reports writes to the source meanwhile, and records an audit
 * event.
 * @param report filled also when the import is interrupted
 * @throws BadConfiguration when there is not enough space
 */
export async function importSource(
  ctx: Context,
  source: ImportSource,
  report: Report,
  options: ImportSourceOptions,
): Promise<void> {
  const { progress, ...how } = options;
  const before = await source.stamp();
  const plan = new Report(source.product, true);
  await runImport(ctx, source, plan, { ...how, isPlan: true });
  await checkFreeSpace(ctx, plan.imported.bytes);
  await runImport(ctx, source, report, {
    ...how,
    progress: (so) => progress?.(so, plan.imported),
  });
  noteOldHost(ctx, source, report);
  if ((await source.stamp()) !== before) {
    const text = 'it changed while it was read. Stop the other product and run the import again';
    report.add({ kind: 'source', oldId: source.product, reason: 'sourceChanged', text });
  }
  if (!report.isDryRun) await record(ctx, { event: 'system.import', details: auditDetails(report) });
}

function noteOldHost({ config }: Context, { product, address }: ImportSource, report: Report): void {
  if (!address || !canParseUrl(address)) return;
  const { host } = new URL(address);
  if (host === new URL(config.BASE_URL).host) return;
  report.add({
    kind: 'source',
    oldId: product,
    text: `its links lead to ${host}: send this host’s requests here`,
  });
}

async function checkFreeSpace({ storage }: Context, bytes: number): Promise<void> {
  try {
    await storage.checkFreeSpace?.(bytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'storage.full') throw error;
    throw new BadConfiguration(
      `The files need ${formatBytes(bytes, 'en')}, and there is less room than that and MIN_FREE_DISK. Nothing was imported.`,
    );
  }
}

const auditDetails = ({ product, imported, skipped }: Report) => ({
  product,
  ...imported,
  left: skipped.length,
});

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
