import { asCallError, type CallError, call } from '@/lib/client/call/call';
import { Notifier } from '@/lib/client/upload/notifier';
import { ShareUpload } from '@/lib/client/upload/share-upload';
import type { UnfinishedUpload } from '@/lib/client/upload/unfinished/unfinished-store';
import type { PickedFile } from '@/lib/client/upload/upload-item';
import { share } from '@/lib/contract/share/share';
import { headingOf, shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import { addPeople } from './add-people';
import { keepForm, keptForm } from './kept-form';
import { removeUnused } from './remove-unused';
import type { CreateSettings } from './share-form';
import { emptyForm, type FormProblem, problemOf, propertiesOf, type ShareForm } from './share-form';

export type DraftStep = 'form' | 'creating' | 'uploading' | 'publishing' | 'done';

export type DraftSnapshot = {
  readonly step: DraftStep;
  readonly form: ShareForm;
  readonly problem: FormProblem | null;
  readonly failure: CallError | null;
  readonly shareId: string | null;
  /** The publish id, once there is a link. */
  readonly linkId: string | null;
  /** The one it is going to have, known while files are still on their way. */
  readonly linkAhead: string | null;
  readonly wantsLink: boolean;
  /** Began in an earlier visit, so the form says nothing about it. */
  readonly isResumed: boolean;
};

/**
 * A share in the making: form, files, upload, link. It lives outside React, so that looking at another page neither
 * loses what was typed nor stops what is being sent.
 */
export class ShareDraft {
  readonly settings: CreateSettings;
  readonly upload: ShareUpload;
  readonly #notifier = new Notifier(() => {});
  readonly initial: DraftSnapshot;
  #snapshot: DraftSnapshot;
  #suggestedName = '';

  constructor(settings: CreateSettings, upload = new ShareUpload(settings)) {
    this.settings = settings;
    this.upload = upload;
    this.upload.page = () => paths.newShare;
    this.initial = {
      step: 'form',
      form: emptyForm(settings),
      problem: null,
      failure: null,
      shareId: null,
      linkId: null,
      linkAhead: null,
      wantsLink: true,
      isResumed: false,
    };
    this.#snapshot = this.initial;
    this.upload.queue.subscribe(() => this.#follow());
  }

  readonly subscribe = (notify: () => void) => this.#notifier.subscribe(notify);
  readonly snapshot = (): DraftSnapshot => this.#snapshot;

  /** Brings back what was typed before a reload. */
  restore(): void {
    const { step, form } = this.#snapshot;
    if (step === 'form' && form === this.initial.form) {
      this.#set({ form: { ...form, ...keptForm(this.settings) } });
    }
  }

  change(part: Partial<ShareForm>): void {
    const form = { ...this.#snapshot.form, ...part };
    this.#keep(form);
    this.#set({ form, problem: null, failure: null });
  }

  /** Names the share after its files, for as long as the name isn't the person's own. */
  suggestName(name: string): void {
    const { form, step } = this.#snapshot;
    if (step !== 'form' || form.name !== this.#suggestedName) return;
    this.#suggestedName = name;
    if (form.name !== name) this.change({ name });
  }

  /** Creates the share and sends its files; with `wantsLink` it is published once all have arrived. */
  async submit(wantsLink: boolean): Promise<void> {
    const { step } = this.#snapshot;
    if (step !== 'form') return;
    const form = this.#named();
    const { ids, totalBytes } = this.upload.queue.snapshot();
    const problem = problemOf(form, { count: ids.length, totalBytes }, this.settings);
    this.#set({ problem, failure: null, wantsLink, ...(problem === null && { step: 'creating', form }) });
    if (problem) return;
    try {
      const { id } = await call(share.create, { body: propertiesOf(form) });
      await addPeople(id, form);
      keepForm(this.settings, null);
      if (ids.length > 0)
        await this.upload.begin({ shareId: id, name: shareTitle(form.note, form.name.trim()), wantsLink });
      this.#set({ step: 'uploading', shareId: id });
      if (ids.length > 0 && wantsLink) void this.#reserve(id);
      this.#follow();
    } catch (error) {
      this.#set({ step: 'form', failure: asCallError(error) });
    }
  }

  /** Takes over an upload of an earlier visit, with the files that were found again. */
  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    const { shareId, name } = unfinished;
    await this.upload.resume(unfinished, found);
    // A link to half of the files would surprise its readers.
    const wantsLink = unfinished.wantsLink && found.length >= unfinished.files.length;
    const form = { ...this.#snapshot.form, name: name ?? '' };
    this.#set({ step: 'uploading', shareId, wantsLink, form, isResumed: true });
    if (wantsLink) void this.#reserve(shareId);
    this.#follow();
  }

  /** All files were taken out again, and they were all there was: the form is back as it was, and no share is left. */
  goBack(): void {
    const { step, shareId, form } = this.#snapshot;
    const { phase } = this.upload.queue.snapshot();
    if (step !== 'uploading' || phase !== 'empty' || !shareId || this.#isSomething()) return;
    this.#keep(form);
    this.upload.leaveShare();
    this.#set({ step: 'form', shareId: null, linkAhead: null });
    void removeUnused(shareId);
  }

  async publish(): Promise<void> {
    const { shareId } = this.#snapshot;
    if (!shareId) return;
    this.#set({ step: 'publishing', failure: null });
    try {
      const { id } = await call(share.publish, { params: { id: shareId }, body: { reuseId: true } });
      this.#set({ step: 'done', linkId: id });
      this.settings.access.tellChange?.();
    } catch (error) {
      this.#set({ step: 'done', failure: asCallError(error) });
    }
  }

  /** Without it the link comes at the end. */
  async #reserve(shareId: string): Promise<void> {
    const body = { reuseId: true, waits: true };
    const { id } = await call(share.publish, { params: { id: shareId }, body }).catch(() => ({ id: null }));
    if (this.#snapshot.shareId === shareId) this.#set({ linkAhead: id });
  }

  /** A heading of the person's own says more than a name that was taken from files. */
  #named(): ShareForm {
    const { form } = this.#snapshot;
    const isOwn = form.name !== this.#suggestedName;
    return isOwn || headingOf(form.note) === '' ? form : { ...form, name: '' };
  }

  /** Over a reload; a name that stands for the files goes with them. */
  #keep(form: ShareForm): void {
    keepForm(this.settings, form.name === this.#suggestedName ? { ...form, name: '' } : form);
  }

  #follow(): void {
    if (this.#snapshot.step === 'form') {
      if (this.#snapshot.problem) this.#set({ problem: null });
      return;
    }
    const { phase, counts } = this.upload.queue.snapshot();
    const isOver = phase === 'settled' || (phase === 'empty' && this.#isSomething());
    if (this.#snapshot.step === 'uploading' && isOver && counts.failed === 0) void this.#finish();
  }

  /** Whether the share holds anything; of an earlier visit it isn't known. */
  #isSomething(): boolean {
    const { form, isResumed } = this.#snapshot;
    return form.note.trim() !== '' || isResumed || this.upload.queue.hasArrived;
  }

  async #finish(): Promise<void> {
    if (this.#snapshot.wantsLink) await this.publish();
    else this.#set({ step: 'done' });
  }

  #set(next: Partial<DraftSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...next };
    this.#notifier.now();
  }
}
