import type { QuestionKind } from './inbox-form';

type QuestionAnswer = { kind: QuestionKind | null; value: string };

export function answerText({ kind, value }: QuestionAnswer, locale: string): string {
  if (kind !== 'date') return value;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(value));
}
