import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Answers, Delivery } from '@/lib/contract/share/share-shapes';
import {
  findInvalidAnswers,
  type InboxAnswers,
  type InvalidAnswer,
  storedAnswers,
} from '@/lib/domain/inbox/answers';
import { formLimits, type InboxForm, phaseAt } from '@/lib/domain/inbox/inbox-form';

/**
 * What is kept of what a sender said; null where there is nothing to keep.
 * @throws delivery.unanswered, request.invalid naming the answer
 */
export function answersFor(
  form: InboxForm | null | undefined,
  said: Partial<Answers>,
  now: Date,
): Omit<Delivery, 'number'> | null {
  if (!form) return null;
  const given = givenIn(said);
  const [wrong] = findInvalidAnswers({ sender: form.sender, questions: form.questions }, given);
  if (wrong) throw refusalOf(form, wrong);
  const kept = storedAnswers(form, given);
  const isLate = phaseAt(form, now.getTime()) === 'late';
  const isSaid = kept.name ?? kept.email ?? kept.reference ?? kept.answers[0];
  return isSaid || isLate ? { ...kept, isLate } : null;
}

function refusalOf({ questions }: InboxForm, { field, kind, label, problem }: InvalidAnswer): AppError {
  if (problem === 'missing') return new AppError('delivery.unanswered', { field, kind, label });
  const isLong = questions.some(({ id, kind: of }) => of === 'longText' && field === `answers.${id}`);
  const max = isLong ? formLimits.longTextChars : formLimits.textChars;
  const bounds = problem === 'tooLong' ? { max } : {};
  return new AppError('request.invalid', { field, reason: problem, ...bounds });
}

function givenIn({ sender, answers }: Partial<Answers>): InboxAnswers {
  const { name, email, reference } = sender ?? {};
  return {
    sender: { name: name ?? '', email: email ?? '', reference: reference ?? '' },
    answers: answers ?? {},
  };
}
