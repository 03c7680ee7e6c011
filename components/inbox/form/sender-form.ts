import type { UploadSettings } from '@/lib/client/upload/access/upload-access';
import type { FileRules, InboxForm, SenderQuestions } from '@/lib/domain/inbox/inbox-form';

export type SenderForm = SenderQuestions & FileRules;

/** Omits texts and times, which the server renders. */
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
  /** All senders see the files at once, so there is no note. */
  isAlbum?: boolean;
  /** The key for which this browser seals deliveries; X25519 in base64. */
  publicKey?: string | null;
};

export function withForm(settings: UploadSettings, form: SenderForm | null): InboxSettings {
  const { maxSize, maxAliasFiles } = settings;
  const maxFiles = form?.maxFiles ?? maxAliasFiles;
  return {
    ...settings,
    form,
    maxSize: Math.min(maxSize, form?.maxBytes ?? maxSize),
    maxAliasFiles: maxAliasFiles === 0 ? maxFiles : Math.min(maxAliasFiles, maxFiles),
  };
}
