import { mailAddress } from '../mail/mail-address';
import {
  formLimits,
  type InboxQuestion,
  type QuestionKind,
  type SenderField,
  type SenderQuestions,
  senderFields,
} from './inbox-form';

export type InboxAnswers = { sender: Partial<Record<SenderField, string>>; answers: Record<string, string> };

type AnswerProblem = 'missing' | 'notAnEmail' | 'tooLong' | 'unsupported' | 'notADate';
/** `field` as on the wire; `label` is empty for sender fields. */
export type InvalidAnswer = {
  field: string;
  kind: SenderField | 'question';
  label: string;
  problem: AnswerProblem;
};

const trimmed = (text: string | undefined): string => text?.trim() ?? '';

/** Checks in the order of the form. Ignores fields that aren't requested. */
export function findInvalidAnswers(
  { sender, questions }: SenderQuestions,
  { sender: own, answers }: InboxAnswers,
): InvalidAnswer[] {
  const invalid: InvalidAnswer[] = [];
  const add = (problem: AnswerProblem | null, where: Omit<InvalidAnswer, 'problem'>) => {
    if (problem) invalid.push({ ...where, problem });
  };
  for (const kind of senderFields) {
    if (sender[kind] === 'off') continue;
    const problem = problemOfSender(kind, trimmed(own[kind]), sender[kind] === 'required');
    add(problem, { field: `sender.${kind}`, kind, label: '' });
  }
  for (const question of questions) {
    const problem = problemOfAnswer(question, trimmed(answers[question.id]));
    add(problem, { field: `answers.${question.id}`, kind: 'question', label: question.label });
  }
  return invalid;
}

function problemOfSender(kind: SenderField, text: string, isRequired: boolean): AnswerProblem | null {
  if (text === '') return isRequired ? 'missing' : null;
  if (text.length > formLimits.textChars) return 'tooLong';
  return kind === 'email' && mailAddress(text) === null ? 'notAnEmail' : null;
}

function problemOfAnswer({ kind, required, choices }: InboxQuestion, text: string): AnswerProblem | null {
  if (text === '') return required ? 'missing' : null;
  if (text.length > (kind === 'longText' ? formLimits.longTextChars : formLimits.textChars)) return 'tooLong';
  if (kind === 'choice' && !choices.includes(text)) return 'unsupported';
  return kind === 'date' && !isDay(text) ? 'notADate' : null;
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

export function storedAnswers(
  { sender, questions }: SenderQuestions,
  { sender: own, answers }: InboxAnswers,
) {
  const answerOf = (kind: SenderField) => (sender[kind] === 'off' ? null : trimmed(own[kind]) || null);
  return {
    name: answerOf('name'),
    email: answerOf('email'),
    reference: answerOf('reference'),
    answers: questions.flatMap(({ id, label, kind }) => {
      const value = trimmed(answers[id]);
      return value === '' ? [] : [{ label, value, kind }];
    }),
  };
}

type QuestionAnswer = { kind: QuestionKind | null; value: string };

export function answerText({ kind, value }: QuestionAnswer, locale: string): string {
  if (kind !== 'date') return value;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(value));
}
