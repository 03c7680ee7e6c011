import { asCallError, call } from '@/lib/client/call/call';
import { RepeatableCreation } from '@/lib/client/call/creation-key';
import { fragmentOf } from '@/lib/client/sealed/share-keys';
import { goToLogin, isSignedOut } from '@/lib/client/session/leave';
import { finishedShares } from '@/lib/client/upload/active-uploads';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import type { UnfinishedUpload } from '@/lib/client/upload/unfinished/unfinished-store';
import type { PickedFile } from '@/lib/client/upload/upload-item';
import { share } from '@/lib/contract/share/share';
import { headingOf, shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import { copyLater } from './copy-later';
import type { EarlyShare } from './early-upload';
import { addRecipients, removeUnusedShare } from './new-share';
import {
  type CreateSettings,
  emptyForm,
  type FormProblem,
  problemOf,
  propertiesOf,
  recipientCount,
  type ShareForm,
} from './share-form';
import { loadStartedId, loadStoredForm, storeForm } from './stored-form';
import { type DraftState, UploadDraft } from './upload-draft';

/** Few shares are sealed. */
const loadSealing = () => import('@/lib/client/upload/sealed/begin-sealing');
const loadEarly = () => import('./early-upload');

export type DraftSnapshot = DraftState & {
  readonly form: ShareForm;
  readonly problem: FormProblem | null;
  /** Known from the first byte on: while the form is still filled in, files of *Upload now* are on their way to it. */
  readonly shareId: string | null;
  readonly linkId: string | null;
  /** Reserved while files are still uploading. */
  readonly reservedLinkId: string | null;
  readonly wantsLink: boolean;
  /** The link is on the clipboard. */
  readonly isCopied: boolean;
};

type SavedShare = { id: string; sealing: Sealing | null };

/** A new share: form, files, upload, link. */
export class ShareDraft extends UploadDraft<CreateSettings, DraftSnapshot> {
  readonly #creation = new RepeatableCreation();
  #suggestedName = '';
  #started: EarlyShare | null = null;

  constructor(settings: CreateSettings, upload?: ShareUpload) {
    const initial = {
      step: 'form',
      form: emptyForm(settings),
      problem: null,
      failure: null,
      shareId: null,
      linkId: null,
      reservedLinkId: null,
      wantsLink: true,
      isCopied: false,
      isResumed: false,
    } as const;
    super(settings, initial, paths.newShare, upload);
  }

  /** True also when all files were removed on the share's own page. */
  override get isOver(): boolean {
    const { step } = this.snapshot();
    return step === 'done' || (step === 'uploading' && this.upload.queue.snapshot().phase === 'empty');
  }

  override restore(): void {
    const { step, form } = this.snapshot();
    if (step === 'form' && form === this.initial.form) {
      this.set({ form: { ...form, ...loadStoredForm(this.settings) } });
    }
  }

  change(part: Partial<ShareForm>): void {
    const form = { ...this.snapshot().form, ...part };
    this.#store(form);
    this.set({ form, problem: null, failure: null });
  }

  /** Recipients have links of their own, so views are limited only if somebody sets that. */
  sendAs(way: 'link' | 'mail'): void {
    const isMailed = way === 'mail';
    const { hasAnyViews, views } = emptyForm(this.settings);
    const { form } = this.snapshot();
    const isUsual = form.views === views && form.hasAnyViews === (form.isMailed || hasAnyViews);
    this.change({ isMailed, ...(isUsual && { hasAnyViews: isMailed || hasAnyViews }) });
  }

  get suggestedName(): string {
    return this.#suggestedName;
  }

  /** Ignored once the user has changed the name. */
  suggestName(name: string): void {
    const { form, step } = this.snapshot();
    if (step !== 'form' || form.name !== this.#suggestedName) return;
    this.#suggestedName = name;
    if (form.name !== name) this.change({ name });
  }

  async submit(wantsLink: boolean): Promise<void> {
    const { step } = this.snapshot();
    if (step !== 'form') return;
    const form = this.#formToSend(wantsLink);
    const { ids, totalBytes } = this.upload.queue.snapshot();
    const problem = problemOf(form, { count: ids.length, totalBytes }, this.settings);
    this.set({ problem, failure: null, wantsLink, ...(problem === null && { step: 'creating', form }) });
    if (problem) return;
    if (wantsLink && !form.isMailed) void this.#copyLink();
    try {
      const { id, sealing } = await this.#savedShare(form);
      await addRecipients(id, form);
      storeForm(this.settings, null);
      const { name } = this.#outcome();
      if (ids.length > 0) await this.upload.begin({ shareId: id, name, wantsLink, sealing });
      this.set({ step: 'uploading', shareId: id });
      if (ids.length > 0 && wantsLink) void this.#reserve(id);
      this.onQueueChange();
    } catch (error) {
      this.#fail('form', error);
    }
  }

  /** Sends the files while the form is still filled in. Nothing is published. */
  async startNow(): Promise<void> {
    const { step, shareId, form } = this.snapshot();
    const { ids, totalBytes } = this.upload.queue.snapshot();
    if (step !== 'form' || shareId || ids.length === 0) return;
    if (totalBytes > this.settings.maxSize) return this.set({ problem: 'tooLarge' });
    this.set({ step: 'creating', problem: null, failure: null });
    try {
      const early = await loadEarly();
      const started = early.startedWith(form, this.settings);
      const { id, sealing } = await this.#createShare(started.form);
      this.#started = { ...started, sealing };
      this.set({ shareId: id });
      const { name } = this.#outcome();
      await this.upload.begin({ shareId: id, name, wantsLink: false, sealing });
      this.set({ step: 'form' });
      this.#store(this.snapshot().form);
    } catch (error) {
      this.#fail('form', error);
    }
  }

  /** Removes all files, and with them the share that *Upload now* has begun. */
  clearFiles(): void {
    const { queue } = this.upload;
    const { shareId } = this.snapshot();
    queue.remove(queue.snapshot().ids);
    if (shareId === null) return;
    queue.forgetDone();
    this.#started = null;
    this.upload.leaveShare();
    this.set({ shareId: null });
    void call(share.remove, { params: { id: shareId } }).catch(() => {});
  }

  async #savedShare(form: ShareForm): Promise<SavedShare> {
    const { shareId } = this.snapshot();
    if (shareId === null || this.#started === null) return this.#createShare(form);
    const { saveChanges } = await loadEarly();
    await saveChanges(shareId, this.#started, form);
    return { id: shareId, sealing: this.#started.sealing };
  }

  async #createShare(form: ShareForm): Promise<SavedShare> {
    const body = propertiesOf(form);
    const { id } = await call(share.create, { body }, { headers: this.#creation.headersFor(body) });
    this.#creation.end();
    return { id, sealing: form.isSealed ? await (await loadSealing()).beginSealing(id, form) : null };
  }

  /** Continues an upload of an earlier visit with the files chosen again. */
  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    const { shareId, name, shareKey } = unfinished;
    await this.upload.resume(unfinished, found);
    if (shareId === loadStartedId(this.settings) && shareKey == null) {
      this.#started = { form: null, sealing: null };
      return this.set({ shareId });
    }
    // A link to some of the files would surprise visitors.
    const wantsLink = unfinished.wantsLink && found.length >= unfinished.files.length;
    const form = { ...this.snapshot().form, name: name ?? '', isMailed: false, isSealed: shareKey != null };
    this.set({ step: 'uploading', shareId, wantsLink, form, isResumed: true });
    if (wantsLink) void this.#reserve(shareId);
    this.onQueueChange();
  }

  /** Returns to the form after all files were removed, and deletes the share if it is empty. */
  goBack(): void {
    const { step, shareId, form } = this.snapshot();
    const { phase } = this.upload.queue.snapshot();
    if (step !== 'uploading' || phase !== 'empty' || !shareId || this.#hasContent()) return;
    this.#store(form);
    this.upload.leaveShare();
    this.set({ step: 'form', shareId: null, reservedLinkId: null, isCopied: false });
    void removeUnusedShare(shareId);
  }

  async publish(): Promise<void> {
    const { shareId } = this.snapshot();
    if (!shareId) return;
    this.set({ step: 'publishing', failure: null });
    try {
      const { id } = await call(share.publish, { params: { id: shareId }, body: { reuseId: true } });
      this.set({ step: 'done', linkId: id });
      this.settings.access.reportChange?.();
      if (!this.isOnScreen) finishedShares.add({ shareId, linkId: id, ...this.#outcome() });
    } catch (error) {
      this.#fail('done', error);
    }
  }

  #fail(step: 'form' | 'done', error: unknown): void {
    this.set({ step, failure: asCallError(error) });
    if (isSignedOut(error) && this.isOnScreen) goToLogin();
  }

  #outcome() {
    const { form } = this.snapshot();
    return { name: shareTitle(form.note, form.name.trim()), recipientCount: recipientCount(form) };
  }

  /** Fails silently where the clipboard is closed: the result has a button. */
  async #copyLink(): Promise<void> {
    const link = new Promise<string>((found, failed) => {
      const leave = this.subscribe(() => {
        const { step, linkId, reservedLinkId } = this.snapshot();
        const id = linkId ?? reservedLinkId;
        if (id) found(`${this.settings.baseUrl}${paths.open(id)}${fragmentOf(this.snapshot().shareId)}`);
        else if (step === 'form' || step === 'done') failed(new Error('no link'));
        else return;
        leave();
      });
    });
    this.set({ isCopied: await copyLater(link) });
  }

  /** A failure is ignored: the link is then created at the end. */
  async #reserve(shareId: string): Promise<void> {
    const body = { reuseId: true, waits: true };
    const { id } = await call(share.publish, { params: { id: shareId }, body }).catch(() => ({ id: null }));
    if (this.snapshot().shareId === shareId) this.set({ reservedLinkId: id });
  }

  /** Drops a suggested name in favour of a heading in the note. A draft needs no recipients. */
  #formToSend(wantsLink: boolean): ShareForm {
    const { form } = this.snapshot();
    const isOwn = form.name !== this.#suggestedName;
    const name = isOwn || headingOf(form.note) === '' ? form.name : '';
    return { ...form, name, isMailed: form.isMailed && (wantsLink || form.to.trim() !== '') };
  }

  /** Stores the form without a suggested name, because the files are not stored. */
  #store(form: ShareForm): void {
    const { shareId } = this.snapshot();
    storeForm(this.settings, form.name === this.#suggestedName ? { ...form, name: '' } : form, shareId);
  }

  protected override onQueueChange(): void {
    if (this.snapshot().step === 'form') {
      if (this.snapshot().problem) this.set({ problem: null });
      return;
    }
    const { phase, counts } = this.upload.queue.snapshot();
    const isOver = phase === 'settled' || (phase === 'empty' && this.#hasContent());
    if (this.snapshot().step === 'uploading' && isOver && counts.failed === 0) void this.#finish();
  }

  /** True for a resumed share, whose content is unknown. */
  #hasContent(): boolean {
    const { form, isResumed } = this.snapshot();
    return form.note.trim() !== '' || isResumed || this.upload.queue.hasArrived;
  }

  async #finish(): Promise<void> {
    if (this.snapshot().wantsLink) await this.publish();
    else this.set({ step: 'done' });
  }
}
