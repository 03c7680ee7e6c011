import { asCallError, CallError, call } from '@/lib/client/call/call';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import { Notifier } from '@/lib/client/upload/notifier';
import { ShareUpload } from '@/lib/client/upload/share-upload';
import type { UnfinishedUpload } from '@/lib/client/upload/unfinished/unfinished-store';
import type { PickedFile } from '@/lib/client/upload/upload-item';
import { notify } from '@/lib/contract/alias/notify';
import type { CallInput } from '@/lib/contract/http/endpoint';
import { createThroughAlias } from '@/lib/contract/share/create-through-alias';
import type { InboxAnswers, InvalidAnswer } from '@/lib/domain/inbox/answers';
import { shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import { type DeliveryProblem, problemOf, propertiesOf } from './delivery-rules';
import type { RefusedFile } from './form/form-problems';
import type { InboxSettings } from './form/sender-form';

export type DeliverySnapshot = {
  readonly step: 'form' | 'creating' | 'uploading' | 'done';
  readonly note: string;
  readonly problem: DeliveryProblem | null;
  readonly failure: CallError | null;
  /** What the sender says to the form of the alias, and what is wrong with it. */
  readonly given: InboxAnswers;
  readonly wrongs: readonly InvalidAnswer[];
  readonly refused: readonly RefusedFile[];
  /** The number of the delivery that these files are added to. */
  readonly addsTo: number | null;
  /** The secret of the receipt, once there is a delivery. */
  readonly receipt: string | null;
  /** Began in an earlier visit, which may have brought files, too. */
  readonly isResumed: boolean;
};

const closings = ['alias.notUsable', 'alias.notYetOpen', 'alias.closed'] as const;
export type Closed = (typeof closings)[number];

const empty: DeliverySnapshot = {
  step: 'form',
  note: '',
  problem: null,
  failure: null,
  given: { sender: {}, answers: {} },
  wrongs: [],
  refused: [],
  addsTo: null,
  receipt: null,
  isResumed: false,
};

/** What a sender brings to an alias: note, files, and the share they become. Lives outside React, as uploads do. */
export class Delivery {
  readonly aliasId: string;
  readonly settings: InboxSettings;
  readonly upload: ShareUpload;
  readonly initial = empty;
  readonly #notifier = new Notifier(() => {});
  #snapshot = empty;
  #shareId: string | null = null;
  #isTold = false;

  constructor(aliasId: string, settings: InboxSettings, upload = new ShareUpload(settings)) {
    this.aliasId = aliasId;
    this.settings = settings;
    this.upload = upload;
    this.upload.page = () => paths.inbox(aliasId);
    this.upload.queue.subscribe(() => this.#follow());
  }

  readonly subscribe = (notify: () => void) => this.#notifier.subscribe(notify);
  readonly snapshot = (): DeliverySnapshot => this.#snapshot;

  /** Brings back what was typed before a reload. */
  restore(): void {
    const { step, note } = this.#snapshot;
    if (step === 'form' && note === '') this.#set({ note: keptNote(this.aliasId) });
  }

  write(note: string): void {
    keptNote(this.aliasId, note);
    this.#set({ note, problem: null, failure: null });
  }

  say(given: InboxAnswers): void {
    this.#set({ given, wrongs: [], failure: null });
  }

  /** Brings files into a delivery of before, which has its note and answers already. */
  addTo({ shareId, number, receipt }: { shareId: string; number: number; receipt: string }): void {
    if (this.#snapshot.step !== 'form') return;
    this.#shareId = shareId;
    this.#set({ addsTo: number, receipt, note: '' });
  }

  clear(): void {
    this.upload.queue.remove(this.upload.queue.snapshot().ids);
    this.write('');
  }

  /** Creates the share and sends its files. `onClosed`: the alias takes nothing any more. */
  async submit(onClosed: (why: Closed) => void): Promise<void> {
    const { note, step } = this.#snapshot;
    if (step !== 'form') return;
    const { ids, totalBytes } = this.upload.queue.snapshot();
    const problem = problemOf(note, { count: ids.length, totalBytes }, this.settings);
    this.#set({ problem, failure: null, ...(problem === null && { step: 'creating' }) });
    if (problem) return;
    try {
      if (await this.#isStopped(ids)) return;
      const { id, receipt } = await this.#share();
      keptNote(this.aliasId, '');
      this.#shareId = id;
      this.#set({ step: ids.length > 0 ? 'uploading' : 'done', ...(receipt && { receipt }) });
      const name = shareTitle(note, null);
      if (ids.length > 0)
        await this.upload.begin({ shareId: id, name, wantsLink: false, receipt: this.#snapshot.receipt });
    } catch (error) {
      const why = closings.find((code) => error instanceof CallError && error.code === code);
      this.#set({ step: 'form', failure: why ? null : asCallError(error) });
      if (why) onClosed(why);
    }
  }

  /** Whether the form of the alias has something against it. Its rules come with the form alone. */
  async #isStopped(ids: readonly string[]): Promise<boolean> {
    const { form } = this.settings;
    if (!form) return false;
    const { formProblems } = await import('./form/form-problems');
    const items = ids.flatMap((id) => this.upload.queue.item(id) ?? []);
    const found = await formProblems(form, this.#snapshot.given, items);
    const wrongs = this.#snapshot.addsTo === null ? found.wrongs : [];
    const isStopped = wrongs.length + found.refused.length > 0;
    this.#set({ ...found, wrongs, ...(isStopped && { step: 'form' }) });
    return isStopped;
  }

  async #share(): Promise<Made> {
    const { note, given, addsTo } = this.#snapshot;
    if (addsTo !== null && this.#shareId) return { id: this.#shareId, receipt: null };
    const { access, form } = this.settings;
    return form
      ? newShare({ ...propertiesOf(note), ...given }, access)
      : shareFor(note, access, this.#shareId);
  }

  /** Takes over an upload of an earlier visit, with the files that were found again. */
  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    await this.upload.resume(unfinished, found);
    this.#shareId = unfinished.shareId;
    this.#set({ step: 'uploading', isResumed: true, receipt: unfinished.receipt ?? null });
    this.#follow();
  }

  #follow(): void {
    const { step, problem, note, isResumed } = this.#snapshot;
    if (step === 'form' && problem) this.#set({ problem: null });
    if (step !== 'uploading') return;
    const { phase, counts } = this.upload.queue.snapshot();
    if (phase !== 'settled' && phase !== 'empty') return;
    if (counts.done > 0 || isResumed) this.#tellRecipient();
    // All files may have been taken out again, and they were all there was.
    const isNothing = phase === 'empty' && note.trim() === '' && !isResumed;
    if (counts.failed === 0) this.#set({ step: isNothing ? 'form' : 'done' });
  }

  /** Once for all files, whatever is tried again later. Whether it works is no concern of the sender's. */
  #tellRecipient(): void {
    if (this.#isTold || !this.#shareId) return;
    this.#isTold = true;
    const { headers } = this.settings.access;
    const body = { language: document.documentElement.lang };
    call(notify, { params: { id: this.#shareId }, body }, { headers, keepalive: true }).catch(() => {});
  }

  #set(next: Partial<DeliverySnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...next };
    this.#notifier.now();
  }
}

/** What was typed, kept over a reload in this tab only. @param note what it is from now on; without it nothing changes */
function keptNote(aliasId: string, note?: string): string {
  const key = `slipway-inbox:${aliasId}`;
  try {
    if (note === undefined) return sessionStorage.getItem(key) ?? '';
    sessionStorage.setItem(key, note);
  } catch {
    // A browser that keeps nothing is no reason to disturb the typing.
  }
  return '';
}

/** A share, and its receipt where it is a new one. */
type Made = { id: string; receipt: string | null };

/**
 * The share that a delivery goes into: a new one, or the one that was left empty, which a sender can't take back. Its
 * note can't be written any more, so with one there is a new share.
 */
async function shareFor(note: string, access: UploadAccess, left: string | null): Promise<Made> {
  if (left && note.trim() === '' && (await isThere(left, access))) return { id: left, receipt: null };
  return newShare(propertiesOf(note), access);
}

async function newShare(
  body: CallInput<typeof createThroughAlias>['body'],
  { headers }: UploadAccess,
): Promise<Made> {
  const { id, receipt } = await call(createThroughAlias, { body }, { headers });
  return { id, receipt };
}

const isThere = (shareId: string, { arrivalsOf }: UploadAccess): Promise<boolean> =>
  arrivalsOf(shareId).then(
    () => true,
    () => false,
  );
