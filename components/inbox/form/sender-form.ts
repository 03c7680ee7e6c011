import type { UploadSettings } from '@/lib/client/upload/upload-settings';
import type { FileRules, InboxForm, SenderQuestions } from '@/lib/domain/inbox/inbox-form';

/** What the browser needs of the form of an alias. */
export type SenderForm = SenderQuestions & FileRules;

/** Texts and times are drawn by the server. */
export const senderForm = (form: InboxForm): SenderForm => ({
  sender: form.sender,
  questions: form.questions,
  groups: form.groups,
  endings: form.endings,
  maxFiles: form.maxFiles,
  maxFileBytes: form.maxFileBytes,
  maxBytes: form.maxBytes,
});

export type InboxSettings = UploadSettings & {
  form: SenderForm | null;
  /** What is sent is seen by all at once, so there is no note to anybody. */
  isAlbum?: boolean;
};

/** With the limits of the form, where they are narrower than those of the installation. */
export function withForm(settings: UploadSettings, form: SenderForm | null): InboxSettings {
  const { maxSize, maxAliasFiles } = settings;
  const most = form?.maxFiles ?? maxAliasFiles;
  return {
    ...settings,
    form,
    maxSize: Math.min(maxSize, form?.maxBytes ?? maxSize),
    maxAliasFiles: maxAliasFiles === 0 ? most : Math.min(maxAliasFiles, most),
  };
}
