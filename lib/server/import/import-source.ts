import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import { canParseUrl } from '@/lib/domain/url';
import { audit } from '@/lib/server/audit/audit';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { Report } from './report';
import { runImport, type Wishes } from './run-import';
import type { Source } from './source';

type Followed = Omit<Wishes, 'progress' | 'isPlan'> & {
  /** @param total what the run will have brought when it is done */
  progress?: (report: Report, total: Report['brought']) => void;
};

/**
 * A whole import: counts first, and begins only if there is room for all of it; says so when the other product went on
 * writing meanwhile; and leaves a line in the audit list.
 * @param report also of a run that breaks off
 * @throws BadConfiguration when there is no room
 */
export async function importSource(
  ctx: Context,
  source: Source,
  report: Report,
  wishes: Followed,
): Promise<void> {
  const { progress, ...how } = wishes;
  const before = await source.stamp();
  const plan = new Report(source.product, true);
  await runImport(ctx, source, plan, { ...how, isPlan: true });
  await checkRoom(ctx, plan.brought.bytes);
  await runImport(ctx, source, report, {
    ...how,
    progress: (so) => progress?.(so, plan.brought),
  });
  noteOldHost(ctx, source, report);
  if ((await source.stamp()) !== before) {
    const text = 'it changed while it was read. Stop the other product and run the import again';
    report.add({ kind: 'source', oldId: source.product, reason: 'sourceChanged', text });
  }
  if (!report.isDryRun) await audit(ctx, { event: 'system.import', details: detailsOf(report) });
}

/** Links name the host that they were made for, which must lead here then. */
function noteOldHost({ config }: Context, { product, address }: Source, report: Report): void {
  if (!address || !canParseUrl(address)) return;
  const { host } = new URL(address);
  if (host === new URL(config.BASE_URL).host) return;
  report.add({
    kind: 'source',
    oldId: product,
    text: `its links lead to ${host}: send this host’s requests here`,
  });
}

async function checkRoom({ storage }: Context, bytes: number): Promise<void> {
  try {
    await storage.checkFreeSpace?.(bytes);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'storage.full') throw error;
    throw new BadConfiguration(
      `The files need ${formatBytes(bytes, 'en')}, and there is less room than that and MIN_FREE_DISK. Nothing was imported.`,
    );
  }
}

const detailsOf = ({ product, brought, left }: Report) => ({ product, ...brought, left: left.length });
