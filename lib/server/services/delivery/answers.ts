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
 * Validates a sender's answers and returns them as stored; null when there are none.
 * @throws delivery.unanswered, request.invalid naming the answer
 */
export function checkedAnswers(
  form: InboxForm | null | undefined,
  input: Partial<Answers>,
  now: Date,
): Omit<Delivery, 'number'> | null {
  if (!form) return null;
  const given = toInboxAnswers(input);
  const [wrong] = findInvalidAnswers({ sender: form.sender, questions: form.questions }, given);
  if (wrong) throw answerRefusal(form, wrong);
  const stored = storedAnswers(form, given);
  const isLate = phaseAt(form, now.getTime()) === 'late';
  const hasAnswer = stored.name ?? stored.email ?? stored.reference ?? stored.answers[0];
  return hasAnswer || isLate ? { ...stored, isLate } : null;
}

function answerRefusal({ questions }: InboxForm, { field, kind, label, problem }: InvalidAnswer): AppError {
  if (problem === 'missing') return new AppError('delivery.unanswered', { field, kind, label });
  const isLong = questions.some(
    ({ id, kind: questionKind }) => questionKind === 'longText' && field === `answers.${id}`,
  );
  const max = isLong ? formLimits.longTextChars : formLimits.textChars;
  const bounds = problem === 'tooLong' ? { max } : {};
  return new AppError('request.invalid', { field, reason: problem, ...bounds });
}

function toInboxAnswers({ sender, answers }: Partial<Answers>): InboxAnswers {
  const { name, email, reference } = sender ?? {};
  return {
    sender: { name: name ?? '', email: email ?? '', reference: reference ?? '' },
    answers: answers ?? {},
  };
}
