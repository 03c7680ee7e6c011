import 'server-only';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { type TimeLeft, timeLeft } from '@/lib/domain/time/moment';
import { formatBytes } from '@/lib/domain/units';
import type { Product, Remark, SkipReason } from './source';

const unavailableThere: SkipReason[] = ['orphan', 'expired', 'deleted', 'removed', 'stream'];
const wasUnavailable = (reason?: SkipReason): boolean =>
  reason !== undefined && unavailableThere.includes(reason);

type ImportCounts = {
  accounts: number;
  aliases: number;
  shares: number;
  files: number;
  bytes: number;
};
const none = (): ImportCounts => ({ accounts: 0, aliases: 0, shares: 0, files: 0, bytes: 0 });
const isNothing = (counts: ImportCounts): boolean => Object.values(counts).every((count) => count === 0);

/** Counts and remarks of an import. Contains no password, hash or key. */
export class Report {
  readonly imported = none();
  readonly earlier = none();
  readonly remarks: Remark[] = [];

  readonly product: Product;
  readonly isDryRun: boolean;
  readonly #task: 'import' | 'undo';

  constructor(product: Product, isDryRun: boolean, task: 'import' | 'undo' = 'import') {
    this.#task = task;
    this.product = product;
    this.isDryRun = isDryRun;
  }

  add(remark: Remark): void {
    this.remarks.push(remark);
  }

  get skipped(): Remark[] {
    return this.remarks.filter(({ reason }) => reason !== undefined);
  }

  /** Those of the skipped things that people could still open in the other product. */
  get missed(): Remark[] {
    return this.skipped.filter(({ reason }) => !wasUnavailable(reason));
  }

  get isEmpty(): boolean {
    return this.remarks.length === 0 && [this.imported, this.earlier].every(isNothing);
  }

  lines(isWhole = true): string[] {
    const changed = this.remarks.filter(({ reason }) => reason === undefined);
    return [
      ...(isWhole ? [] : ['This run was broken off. Start it again: it goes on from here.']),
      `${starts[this.#task][this.isDryRun ? 'dry' : 'real']} ${this.product}: ${inWords(this.imported)}.`,
      ...(isNothing(this.earlier) ? [] : [`Imported earlier: ${inWords(this.earlier)}.`]),
      ...section('Left behind', this.missed),
      ...section(
        'Not handed out there either',
        this.skipped.filter(({ reason }) => wasUnavailable(reason)),
      ),
      ...section('Changed', changed),
    ];
  }
}

const starts = {
  import: { dry: 'Would import from', real: 'Imported from' },
  undo: { dry: 'Would remove what came from', real: 'Removed what came from' },
};

const inWords = ({ accounts, aliases, shares, files, bytes }: ImportCounts) =>
  `${accounts} accounts, ${aliases} inboxes, ${shares} shares, ${files} files, ${formatBytes(bytes, 'en')} (${bytes} bytes)`;

function section(title: string, remarks: Remark[]): string[] {
  if (remarks.length === 0) return [];
  return [`${title}: ${remarks.length}`, ...remarks.map(lineOf)];
}

function lineOf({ kind, oldId, name, reason, text }: Remark): string {
  const named = name ? ` ${JSON.stringify(name)}` : '';
  return `  ${oneLine(`${kind} ${oldId}${named}: ${reason ? `${reason}, ` : ''}${text}`)}`;
}

const everyMs = 10_000;

type ProgressCounts = Pick<ImportCounts, 'shares' | 'bytes'>;
type ProgressListener = (report: { imported: ProgressCounts }, total: ProgressCounts) => void;

export function progressReporter(
  say: (line: string) => void,
  nowMs: () => number = Date.now,
): ProgressListener {
  let began: number | null = null;
  let said = 0;
  return ({ imported }, total) => {
    const now = nowMs();
    began ??= said = now;
    if (now - said < everyMs) return;
    said = now;
    const done = partDone(imported, total);
    const left = done > 0 ? `, ${timeInWords(timeLeft(((now - began) * (1 - done)) / done))} left` : '';
    say(
      `… ${imported.shares} of ${total.shares} shares, ${formatBytes(imported.bytes, 'en')} of ${formatBytes(total.bytes, 'en')}${left}`,
    );
  };
}

/** Many small shares take as long as a few large ones, so both count for half. */
const partDone = (imported: ProgressCounts, total: ProgressCounts): number =>
  (imported.shares / Math.max(1, total.shares) + imported.bytes / Math.max(1, total.bytes)) / 2;

function timeInWords({ hours, minutes, seconds }: TimeLeft): string {
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
