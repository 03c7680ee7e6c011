import type { AliasForm } from '@/lib/contract/alias/alias-form';
import { formLimits, type InboxQuestion, isEnding } from '@/lib/domain/inbox/inbox-form';
import { numberIn } from '@/lib/domain/limits';
import { isColor } from '@/lib/domain/look';
import { instantOf, localTime } from '@/lib/domain/time/time-zone';
import { exactBytes, parseBytes } from '@/lib/domain/units';

/** The form as typed: times in the reader's zone, sizes such as 10M. */
export type FormDraft = Pick<
  AliasForm,
  'intro' | 'recipient' | 'groups' | 'sender' | 'changeHours' | 'language' | 'logo'
> & {
  color: string;
  opensAt: string;
  closesAt: string;
  lateUntil: string;
  endings: string;
  maxFiles: string;
  maxFileBytes: string;
  maxBytes: string;
  questions: QuestionDraft[];
};

/** `choices` holds one choice per line. */
export type QuestionDraft = Omit<InboxQuestion, 'choices'> & { choices: string };

export type FormFieldsProps = {
  draft: FormDraft;
  flawAt: (field: string) => string | undefined;
  onChange: (part: Partial<FormDraft>) => void;
};

const times = ['opensAt', 'closesAt', 'lateUntil'] as const;
const sizes = ['maxFileBytes', 'maxBytes'] as const;

export type FormFlaw =
  | 'timeWrong'
  | 'closesEarly'
  | 'lateEarly'
  | 'countWrong'
  | 'sizeWrong'
  | 'endingWrong'
  | 'colorWrong'
  | 'labelMissing'
  | 'choicesMissing';
/** Keyed by field name, or by the id of a question. */
export type FormFlaws = Record<string, FormFlaw>;

export const emptyForm: AliasForm = {
  language: null,
  color: null,
  logo: null,
  intro: '',
  recipient: '',
  opensAt: null,
  closesAt: null,
  lateUntil: null,
  groups: [],
  endings: [],
  maxFiles: null,
  maxFileBytes: null,
  maxBytes: null,
  sender: { name: 'off', email: 'off', reference: 'off' },
  changeHours: 24,
  questions: [],
};

export function draftOf(form: AliasForm, zone: string): FormDraft {
  const timeText = (ms: number | null) => (ms === null ? '' : localTime(ms, zone));
  const sizeText = (bytes: number | null) => (bytes === null ? '' : exactBytes(bytes));
  return {
    ...form,
    color: form.color ?? '',
    opensAt: timeText(form.opensAt),
    closesAt: timeText(form.closesAt),
    lateUntil: timeText(form.lateUntil),
    endings: form.endings.join(' '),
    maxFiles: form.maxFiles === null ? '' : String(form.maxFiles),
    maxFileBytes: sizeText(form.maxFileBytes),
    maxBytes: sizeText(form.maxBytes),
    questions: form.questions.map((question) => ({ ...question, choices: question.choices.join('\n') })),
  };
}

/** The values sent as `was`, by which the server detects a concurrent change. Omits the logo for its size. */
export const loadedValues = ({ logo: _, ...form }: AliasForm) => form;

export const parseEndings = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((word) => word.replace(/^\*?\.?/, ''))
      .filter(Boolean),
  ),
];
const parseLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Ignores invalid text, which `flawsOf` reports. */
export function parseForm(draft: FormDraft, zone: string): AliasForm {
  const timeOf = (text: string) => (text === '' ? null : instantOf(text, zone));
  const sizeOf = (text: string) => (text.trim() === '' ? null : parseBytes(text));
  return {
    ...draft,
    recipient: draft.recipient.trim(),
    color: draft.color.trim().toLowerCase() || null,
    opensAt: timeOf(draft.opensAt),
    closesAt: timeOf(draft.closesAt),
    lateUntil: timeOf(draft.lateUntil),
    endings: parseEndings(draft.endings),
    maxFiles: draft.maxFiles.trim() === '' ? null : numberIn(draft.maxFiles),
    maxFileBytes: sizeOf(draft.maxFileBytes),
    maxBytes: sizeOf(draft.maxBytes),
    questions: draft.questions.map(({ choices, ...question }) => ({
      ...question,
      label: question.label.trim(),
      choices: question.kind === 'choice' ? parseLines(choices).slice(0, formLimits.choices) : [],
    })),
  };
}

export function flawsOf(draft: FormDraft, zone: string): FormFlaws {
  const form = parseForm(draft, zone);
  const areEndings = form.endings.every(isEnding);
  return {
    ...orderFlaws(form),
    ...parseFlaws(draft, form),
    ...(isCount(form.maxFiles) ? {} : { maxFiles: 'countWrong' }),
    ...(form.color === null || isColor(form.color) ? {} : { color: 'colorWrong' }),
    ...(areEndings && form.endings.length <= formLimits.endings ? {} : { endings: 'endingWrong' }),
    ...Object.assign({}, ...form.questions.map(questionFlaw)),
  };
}

function orderFlaws({ opensAt, closesAt, lateUntil }: AliasForm): FormFlaws {
  const closesEarly = opensAt !== null && closesAt !== null && closesAt <= opensAt;
  const lateEarly = lateUntil !== null && lateUntil <= (closesAt ?? Number.POSITIVE_INFINITY);
  return { ...(closesEarly && { closesAt: 'closesEarly' }), ...(lateEarly && { lateUntil: 'lateEarly' }) };
}

function parseFlaws(draft: FormDraft, form: AliasForm): FormFlaws {
  const wrongTimes = times.filter((name) => draft[name] !== '' && form[name] === null);
  const wrongSizes = sizes.filter((name) => draft[name].trim() !== '' && !form[name]);
  return {
    ...Object.fromEntries(wrongTimes.map((name) => [name, 'timeWrong' as const])),
    ...Object.fromEntries(wrongSizes.map((name) => [name, 'sizeWrong' as const])),
  };
}

const isCount = (count: number | null): boolean =>
  count === null || (Number.isInteger(count) && count >= 1 && count <= formLimits.files);

function questionFlaw({ id, label, kind, choices }: InboxQuestion): FormFlaws {
  if (label === '') return { [id]: 'labelMissing' };
  return kind === 'choice' && choices.length === 0 ? { [id]: 'choicesMissing' } : {};
}

/** Uses a new ID, so that answers stay with their question when others are added or removed. */
export const newQuestion = (others: readonly QuestionDraft[]): QuestionDraft => {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`q${number}`)) number += 1;
  return { id: `q${number}`, label: '', kind: 'text', required: false, choices: '' };
};
