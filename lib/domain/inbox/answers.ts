import { mailAddress } from '../mail/mail-address';
import { type Asked, formLimits, type Question, type SenderField, senderFields } from './inbox-form';

/** What a sender wrote: of themselves, and to the owner's questions by their ids. */
export type Given = { sender: Partial<Record<SenderField, string>>; answers: Record<string, string> };

export type AnswerProblem = 'missing' | 'notAnEmail' | 'tooLong' | 'unsupported' | 'notADate';
/** `field` as on the wire; `label` of a question. */
export type Wrong = { field: string; kind: SenderField | 'question'; label: string; problem: AnswerProblem };

const given = (text: string | undefined): string => text?.trim() ?? '';

/** What is wrong with what a sender wrote, in the order of the form. What isn't asked for doesn't count. */
export function wrongAnswers({ sender, questions }: Asked, { sender: own, answers }: Given): Wrong[] {
  const wrongs: Wrong[] = [];
  const note = (problem: AnswerProblem | null, where: Omit<Wrong, 'problem'>) => {
    if (problem) wrongs.push({ ...where, problem });
  };
  for (const kind of senderFields) {
    if (sender[kind] === 'off') continue;
    const problem = problemOfSender(kind, given(own[kind]), sender[kind] === 'required');
    note(problem, { field: `sender.${kind}`, kind, label: '' });
  }
  for (const question of questions) {
    const problem = problemOfAnswer(question, given(answers[question.id]));
    note(problem, { field: `answers.${question.id}`, kind: 'question', label: question.label });
  }
  return wrongs;
}

function problemOfSender(kind: SenderField, text: string, isRequired: boolean): AnswerProblem | null {
  if (text === '') return isRequired ? 'missing' : null;
  if (text.length > formLimits.textChars) return 'tooLong';
  return kind === 'email' && mailAddress(text) === null ? 'notAnEmail' : null;
}

function problemOfAnswer({ kind, required, choices }: Question, text: string): AnswerProblem | null {
  if (text === '') return required ? 'missing' : null;
  if (text.length > (kind === 'longText' ? formLimits.longTextChars : formLimits.textChars)) return 'tooLong';
  if (kind === 'choice' && !choices.includes(text)) return 'unsupported';
  return kind === 'date' && !isDay(text) ? 'notADate' : null;
}

/** A day that there is, as 2026-11-27. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** What is kept of it: what was asked for and said. */
export function keptAnswers({ sender, questions }: Asked, { sender: own, answers }: Given) {
  const said = (kind: SenderField) => (sender[kind] === 'off' ? null : given(own[kind]) || null);
  return {
    name: said('name'),
    email: said('email'),
    reference: said('reference'),
    answers: questions.flatMap(({ id, label, kind }) => {
      const value = given(answers[id]);
      return value === '' ? [] : [{ label, value, kind }];
    }),
  };
}
