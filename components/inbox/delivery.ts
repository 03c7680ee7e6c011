import { type DraftState, UploadDraft } from '@/components/create/upload-draft';
import { hasKeyToCheck } from '@/components/sealed/inbox/use-key-check';
import { asCallError, CallError, call } from '@/lib/client/call/call';
import { RepeatableCreation } from '@/lib/client/call/creation-key';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
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

export type DeliverySnapshot = DraftState & {
  readonly note: string;
  readonly problem: DeliveryProblem | null;
  readonly formAnswers: InboxAnswers;
  readonly invalidAnswers: readonly InvalidAnswer[];
  readonly refused: readonly RefusedFile[];
  /** Number of the delivery that these files are added to. */
  readonly addsTo: number | null;
  readonly receipt: string | null;
};

/** Few inboxes are sealed. */
const loadSealing = () => import('@/lib/client/upload/sealed/seal-delivery');

const closedCodes = [
  'alias.notUsable',
  'alias.notYetOpen',
  'alias.closed',
  'alias.passwordRequired',
] as const;
export type ClosedReason = (typeof closedCodes)[number];

const empty: DeliverySnapshot = {
  step: 'form',
  note: '',
  problem: null,
  failure: null,
  formAnswers: { sender: {}, answers: {} },
  invalidAnswers: [],
  refused: [],
  addsTo: null,
  receipt: null,
  isResumed: false,
};

/** A delivery through an alias: note, files and the share made of them. */
export class Delivery extends UploadDraft<InboxSettings, DeliverySnapshot> {
  readonly aliasId: string;
  #shareId: string | null = null;
  readonly #creation = new RepeatableCreation();
  #isNotified = false;

  constructor(aliasId: string, settings: InboxSettings, upload?: ShareUpload) {
    super(settings, empty, paths.inbox(aliasId), upload);
    this.aliasId = aliasId;
  }

  override restore(): void {
    const { step, addsTo } = this.snapshot();
    if (step === 'form' && addsTo === null) this.set(storedText(this.aliasId) ?? {});
  }

  #keepText(): void {
    const { note, formAnswers } = this.snapshot();
    storedText(this.aliasId, { note, formAnswers });
  }

  write(note: string): void {
    this.set({ note, problem: null, failure: null });
    this.#keepText();
  }

  setAnswers(formAnswers: InboxAnswers): void {
    this.set({ formAnswers, invalidAnswers: [], failure: null });
    this.#keepText();
  }

  /** Adds files to an existing delivery, which has its note and answers already. */
  addTo({ shareId, number, receipt }: { shareId: string; number: number; receipt: string }): void {
    if (this.snapshot().step !== 'form') return;
    this.#shareId = shareId;
    this.set({ addsTo: number, receipt, note: '' });
  }

  clear(): void {
    this.upload.queue.remove(this.upload.queue.snapshot().ids);
    this.write('');
  }

  /** Creates the share and uploads its files. Calls `onClosed` when the alias accepts nothing from this page now. */
  async submit(onClosed: (reason: ClosedReason) => void): Promise<void> {
    const { note, step } = this.snapshot();
    if (step !== 'form') return;
    const { ids, totalBytes } = this.upload.queue.snapshot();
    const problem = problemOf(note, { count: ids.length, totalBytes }, this.settings);
    this.set({ problem, failure: null, ...(problem === null && { step: 'creating' }) });
    if (problem) return;
    try {
      if (await this.#hasFormProblems(ids)) return;
      const { id, receipt, sealing = null } = await this.#createShare();
      storedText(this.aliasId, null);
      this.#shareId = id;
      this.set({ step: 'uploading', ...(receipt && { receipt }) });
      if (ids.length === 0) return this.onQueueChange();
      const name = shareTitle(note, null);
      const target = { shareId: id, name, wantsLink: false, receipt: this.snapshot().receipt, sealing };
      await this.upload.begin(target);
    } catch (error) {
      const reason = closedCodes.find((code) => error instanceof CallError && error.code === code);
      this.set({ step: 'form', failure: reason ? null : asCallError(error) });
      if (reason) onClosed(reason);
    }
  }

  async #hasFormProblems(ids: readonly string[]): Promise<boolean> {
    const { form } = this.settings;
    if (!form) return false;
    const { formProblems } = await import('./form/form-problems');
    const items = ids.flatMap((id) => this.upload.queue.item(id) ?? []);
    const found = await formProblems(form, this.snapshot().formAnswers, items);
    const invalidAnswers = this.snapshot().addsTo === null ? found.invalidAnswers : [];
    const hasProblems = invalidAnswers.length + found.refused.length > 0;
    this.set({ ...found, invalidAnswers, ...(hasProblems && { step: 'form' }) });
    return hasProblems;
  }

  async #createShare(): Promise<CreatedShare> {
    const { note, formAnswers, addsTo } = this.snapshot();
    const { access, form, publicKey } = this.settings;
    if (hasKeyToCheck(publicKey ?? null)) return this.#createSealed(publicKey ?? null);
    if (addsTo !== null && this.#shareId) return { id: this.#shareId, receipt: null };
    return form ? this.#create({ ...propertiesOf(note), ...formAnswers }) : this.#reuseOrCreate(note, access);
  }

  /**
   * Reuses a share that was left empty, which the sender can't delete, unless there is a note: that can't be
   * changed later.
   */
  async #reuseOrCreate(note: string, access: UploadAccess): Promise<CreatedShare> {
    const emptyShareId = this.#shareId;
    if (emptyShareId && note.trim() === '' && (await shareExists(emptyShareId, access)))
      return { id: emptyShareId, receipt: null };
    return this.#create(propertiesOf(note));
  }

  async #create(body: CallInput<typeof createThroughAlias>['body']): Promise<CreatedShare> {
    const headers = { ...this.settings.access.headers, ...this.#creation.headersFor(body) };
    const { id, receipt } = await call(createThroughAlias, { body }, { headers });
    this.#creation.end();
    return { id, receipt };
  }

  async #createSealed(publicKey: string | null): Promise<CreatedShare> {
    const { note, formAnswers, addsTo } = this.snapshot();
    const { access, form } = this.settings;
    const { goOnSealing, sealDelivery } = await loadSealing();
    const sealing = addsTo !== null && this.#shareId && (await goOnSealing(this.#shareId, access));
    if (sealing && this.#shareId) return { id: this.#shareId, receipt: null, sealing };
    const body = { ...propertiesOf(note), ...(form && formAnswers) };
    return sealDelivery(body, access, { aliasId: this.aliasId, publicKey });
  }

  /** Continues an upload of an earlier visit with the files chosen again. */
  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    await this.upload.resume(unfinished, found);
    this.#shareId = unfinished.shareId;
    this.set({ step: 'uploading', isResumed: true, receipt: unfinished.receipt ?? null });
    this.onQueueChange();
  }

  protected override onQueueChange(): void {
    const { step, problem, note, isResumed } = this.snapshot();
    if (step === 'form' && problem) this.set({ problem: null });
    if (step !== 'uploading') return;
    const { phase, counts } = this.upload.queue.snapshot();
    if (phase !== 'settled' && phase !== 'empty') return;
    const hasNote = phase === 'empty' && note.trim() !== '';
    const isDelivered = counts.done > 0 || isResumed || hasNote;
    if (isDelivered) this.#notifyRecipient();
    // Without a note and with all files removed, nothing is left to deliver.
    if (counts.failed === 0) this.set({ step: isDelivered ? 'done' : 'form' });
  }

  /** Notifies once per delivery. A failure is not the sender's concern. */
  #notifyRecipient(): void {
    if (this.#isNotified || !this.#shareId) return;
    this.#isNotified = true;
    const { headers } = this.settings.access;
    const body = { language: document.documentElement.lang };
    call(notify, { params: { id: this.#shareId }, body }, { headers, keepalive: true }).catch(() => {});
  }
}

type TypedText = Pick<DeliverySnapshot, 'note' | 'formAnswers'>;

/** Text from before a reload: phones throw a page away while a picture for it is taken. */
function storedText(aliasId: string, typed?: TypedText | null): TypedText | null {
  const key = `slipway-inbox:${aliasId}`;
  try {
    if (typed === undefined) return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Typing must go on when the browser has no storage.
  }
  return null;
}

/** `receipt` is null for an existing share. */
type CreatedShare = { id: string; receipt: string | null; sealing?: Sealing };

const shareExists = (shareId: string, { readServerFiles }: UploadAccess): Promise<boolean> =>
  readServerFiles(shareId).then(
    () => true,
    () => false,
  );
