import type { UploadSettings } from '@/lib/client/upload/upload-settings';
import type { AppConfig } from '@/lib/contract/info';
import type { ShareProperties } from '@/lib/contract/share-shapes';
import { maxNoteBytes, maxSharePasswordBytes } from '@/lib/domain/limits';
import { allowedValidities, defaultValidity } from '@/lib/domain/time/validity';
import { numberFlaw } from '@/lib/domain/whole-number';

/** What the form for a new share must know. */
export type CreateSettings = UploadSettings &
  Pick<AppConfig, 'maxValidity' | 'defaultValidity' | 'sharePasswordRequired' | 'baseUrl'>;

export type ShareForm = {
  note: string;
  name: string;
  validityMs: number;
  /** As typed. */
  views: string;
  /** null: no password wanted. */
  password: string | null;
};

export const presetViews = 30;

export function emptyForm(settings: CreateSettings): ShareForm {
  const choices = allowedValidities(settings.maxValidity);
  return {
    note: '',
    name: '',
    validityMs: defaultValidity(settings.defaultValidity, choices).ms,
    views: String(presetViews),
    password: settings.sharePasswordRequired ? '' : null,
  };
}

export type FormProblem =
  | 'nothing'
  | 'tooLarge'
  | 'passwordNeeded'
  | 'passwordEmpty'
  | 'passwordTooLong'
  | 'views'
  | 'noteTooLong';

type Files = { count: number; totalBytes: number };

/** What stands against creating the share, most important first; null when nothing does. */
export function problemOf(form: ShareForm, files: Files, settings: CreateSettings): FormProblem | null {
  if (files.count === 0 && form.note.trim() === '') return 'nothing';
  if (files.totalBytes > settings.maxSize) return 'tooLarge';
  if (isNoteTooLong(form.note)) return 'noteTooLong';
  if (viewsFlaw(form.views)) return 'views';
  if (settings.sharePasswordRequired && !form.password) return 'passwordNeeded';
  if (form.password === '') return 'passwordEmpty';
  if (utf8Length(form.password ?? '') > maxSharePasswordBytes) return 'passwordTooLong';
  return null;
}

export const viewsFlaw = (text: string) => numberFlaw(text, 1);

/** A whole number from one on that can be kept; null for anything else. */
export const viewsOf = (text: string): number | null => (viewsFlaw(text) ? null : Number(text));

export const propertiesOf = ({ note, name, validityMs, views, password }: ShareForm): ShareProperties => ({
  name: name.trim() || null,
  description: note.trim() === '' ? null : note,
  validity: validityMs,
  maxViews: viewsOf(views) ?? presetViews,
  password: password || null,
});

export const isNoteTooLong = (note: string) => utf8Length(note) > maxNoteBytes;

const utf8Length = (text: string) => new TextEncoder().encode(text).length;
