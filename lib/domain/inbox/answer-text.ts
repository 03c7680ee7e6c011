import type { QuestionKind } from './inbox-form';

/** `kind` of the question; null where it is not known. */
type QuestionAnswer = { kind: QuestionKind | null; value: string };

/** An answer as its reader's language writes it. A day is the same in every zone. */
export function answerText({ kind, value }: QuestionAnswer, locale: string): string {
  if (kind !== 'date') return value;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(value));
}
