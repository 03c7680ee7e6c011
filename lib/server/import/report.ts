import 'server-only';
import { oneLine } from '@/lib/domain/pasted/name';
import { formatBytes } from '@/lib/domain/units';
import type { Product, Reason, Remark } from './source';

const gone: Reason[] = ['orphan', 'expired', 'deleted', 'removed', 'stream'];
const isGone = (reason?: Reason): boolean => reason !== undefined && gone.includes(reason);

type Counts = { accounts: number; aliases: number; shares: number; files: number; bytes: number };
const none = (): Counts => ({ accounts: 0, aliases: 0, shares: 0, files: 0, bytes: 0 });
const isNothing = (counts: Counts): boolean => Object.values(counts).every((count) => count === 0);

/** What an import has done, or would do: no password, hash or key ever gets here. */
export class Report {
  readonly brought = none();
  /** What an earlier run had brought. */
  readonly known = none();
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

  /** What stays behind. */
  get left(): Remark[] {
    return this.remarks.filter(({ reason }) => reason !== undefined);
  }

  /** Of that, what people could open over there. */
  get missed(): Remark[] {
    return this.left.filter(({ reason }) => !isGone(reason));
  }

  get isEmpty(): boolean {
    return this.remarks.length === 0 && [this.brought, this.known].every(isNothing);
  }

  /** @param isWhole false for a run that was broken off */
  lines(isWhole = true): string[] {
    const changed = this.remarks.filter(({ reason }) => reason === undefined);
    return [
      ...(isWhole ? [] : ['This run was broken off. Start it again: it goes on from here.']),
      `${starts[this.#task][this.isDryRun ? 'dry' : 'real']} ${this.product}: ${inWords(this.brought)}.`,
      ...(isNothing(this.known) ? [] : [`Imported earlier: ${inWords(this.known)}.`]),
      ...section('Left behind', this.missed),
      ...section(
        'Not handed out there either',
        this.left.filter(({ reason }) => isGone(reason)),
      ),
      ...section('Changed', changed),
    ];
  }
}

const starts = {
  import: { dry: 'Would import from', real: 'Imported from' },
  undo: { dry: 'Would remove what came from', real: 'Removed what came from' },
};

const inWords = ({ accounts, aliases, shares, files, bytes }: Counts) =>
  `${accounts} accounts, ${aliases} inboxes, ${shares} shares, ${files} files, ${formatBytes(bytes, 'en')} (${bytes} bytes)`;

function section(title: string, remarks: Remark[]): string[] {
  if (remarks.length === 0) return [];
  return [`${title}: ${remarks.length}`, ...remarks.map(lineOf)];
}

function lineOf({ kind, oldId, name, reason, text }: Remark): string {
  const named = name ? ` ${JSON.stringify(name)}` : '';
  return `  ${oneLine(`${kind} ${oldId}${named}: ${reason ? `${reason}, ` : ''}${text}`)}`;
}
