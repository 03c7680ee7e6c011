import type { UploadSettings } from '@/lib/client/upload/access/upload-access';
import type { AppConfig } from '@/lib/contract/info';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import { isNoteTooLong, maxSharePasswordBytes, numberFlaw, numberIn, utf8Length } from '@/lib/domain/limits';
import { wordsFlaw } from '@/lib/domain/link-words';
import { unlimitedViews } from '@/lib/domain/publish';
import { allowedValidities, defaultValidity } from '@/lib/domain/time/validity';

export type CreateSettings = UploadSettings &
  Pick<
    AppConfig,
    'maxValidity' | 'defaultValidity' | 'defaultViews' | 'sharePasswordRequired' | 'baseUrl' | 'mailEnabled'
  >;

export type ShareForm = {
  /** To recipients by e-mail, not as a link to copy. */
  isMailed: boolean;
  note: string;
  name: string;
  validityMs: number;
  /** Replaces the validity; NaN while no date is chosen. */
  until: number | null;
  views: string;
  hasAnyViews: boolean;
  /** As typed; empty for no limit. */
  downloads: string;
  words: string;
  /** Addresses to mail the link to, as typed. */
  to: string;
  only: boolean;
  password: string | null;
  /** End-to-end encrypted. */
  isSealed: boolean;
};

const fallbackViews = 30;

/** Replaces "any number" by a usual one, as the preset of the number field. */
export const presetViews = ({ defaultViews }: CreateSettings) =>
  defaultViews === unlimitedViews ? fallbackViews : defaultViews;

export function emptyForm(settings: CreateSettings): ShareForm {
  const choices = allowedValidities(settings.maxValidity);
  return {
    isMailed: false,
    note: '',
    name: '',
    validityMs: defaultValidity(settings.defaultValidity, choices).ms,
    until: null,
    views: String(presetViews(settings)),
    hasAnyViews: settings.defaultViews === unlimitedViews,
    downloads: '',
    words: '',
    to: '',
    only: false,
    password: settings.sharePasswordRequired ? '' : null,
    isSealed: false,
  };
}

export type FormProblem =
  | 'nothing'
  | 'to'
  | 'tooLarge'
  | 'passwordNeeded'
  | 'passwordEmpty'
  | 'passwordTooLong'
  | 'views'
  | 'until'
  | 'downloads'
  | 'words'
  | 'noteTooLong';

export type QueueTotals = { count: number; totalBytes: number };

export function problemOf(form: ShareForm, files: QueueTotals, settings: CreateSettings): FormProblem | null {
  if (files.count === 0 && form.note.trim() === '') return 'nothing';
  if (files.totalBytes > settings.maxSize) return 'tooLarge';
  if (form.isMailed && recipientCount(form) === 0) return 'to';
  if (isNoteTooLong(form.note)) return 'noteTooLong';
  return limitsProblem(form, settings) ?? passwordProblem(form, settings);
}

function limitsProblem(form: ShareForm, settings: CreateSettings): FormProblem | null {
  const { until, views, hasAnyViews, downloads, words } = form;
  if (!hasAnyViews && viewsFlaw(views)) return 'views';
  if (until !== null && !isAllowedEnd(until, settings)) return 'until';
  if (downloads.trim() !== '' && viewsFlaw(downloads)) return 'downloads';
  return words.trim() !== '' && wordsFlaw(words) ? 'words' : null;
}

function passwordProblem({ password }: ShareForm, settings: CreateSettings): FormProblem | null {
  if (settings.sharePasswordRequired && !password) return 'passwordNeeded';
  if (password === '') return 'passwordEmpty';
  return utf8Length(password ?? '') > maxSharePasswordBytes ? 'passwordTooLong' : null;
}

const isAllowedEnd = (until: number, { maxValidity }: CreateSettings) =>
  until > Date.now() && until <= Date.now() + maxValidity;

export const viewsFlaw = (text: string) => numberFlaw(text, 1);

/** Counts without the parser of addresses, which loads late. */
export const recipientCount = ({ isMailed, to }: Pick<ShareForm, 'isMailed' | 'to'>): number =>
  isMailed
    ? new Set(
        to
          .toLowerCase()
          .split(/[\s,;<>]+/)
          .filter((word) => word.includes('@')),
      ).size
    : 0;

/** Returns null when the text is no whole number from 1 to the maximum. */
export const parseViews = (text: string): number | null => (viewsFlaw(text) ? null : numberIn(text));

export const propertiesOf = (form: ShareForm): ShareProperties => ({
  name: form.isSealed ? null : form.name.trim() || null,
  description: form.isSealed || form.note.trim() === '' ? null : form.note,
  validity: form.validityMs,
  until: form.until,
  maxViews: form.hasAnyViews ? unlimitedViews : (parseViews(form.views) ?? fallbackViews),
  maxDownloads: parseViews(form.downloads),
  link: form.words.trim() || null,
  ...(form.words.trim() !== '' && { mayBeGuessed: true }), // the form has asked for a password
  password: form.password || null,
  ...(form.isSealed && { e2ee: 'v1' as const }),
});
