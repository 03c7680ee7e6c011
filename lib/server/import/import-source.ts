import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import { canParseUrl } from '@/lib/domain/url';
import { audit } from '@/lib/server/audit/audit';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { Report } from './report';
import { type ImportOptions, runImport } from './run-import';
import type { ImportSource } from './source';

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
  if (!report.isDryRun) await audit(ctx, { event: 'system.import', details: auditDetails(report) });
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
