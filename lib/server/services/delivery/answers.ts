import 'server-only';
import type { Answers, Delivery } from '@/lib/contract/alias-form';
import { AppError } from '@/lib/contract/errors';
import { type Given, keptAnswers, type Wrong, wrongAnswers } from '@/lib/domain/inbox/answers';
import { formLimits, type InboxForm } from '@/lib/domain/inbox/inbox-form';

/**
 * What is kept of what a sender said; null where nothing was asked, or nothing said.
 * @throws delivery.unanswered, request.invalid naming the answer
 */
export function answersFor(form: InboxForm | null | undefined, said: Partial<Answers>): Delivery | null {
  if (!form) return null;
  const given = givenIn(said);
  const [wrong] = wrongAnswers({ sender: form.sender, questions: form.questions }, given);
  if (wrong) throw refusalOf(wrong);
  const kept = keptAnswers(form, given);
  const isSaid = kept.name ?? kept.email ?? kept.reference ?? kept.answers[0];
  return isSaid ? kept : null;
}

function refusalOf({ field, kind, label, problem }: Wrong): AppError {
  if (problem === 'missing') return new AppError('delivery.unanswered', { field, kind, label });
  const bounds = problem === 'tooLong' ? { max: formLimits.textChars } : {};
  return new AppError('request.invalid', { field, reason: problem, ...bounds });
}

function givenIn({ sender, answers }: Partial<Answers>): Given {
  const { name, email, reference } = sender ?? {};
  return {
    sender: { name: name ?? '', email: email ?? '', reference: reference ?? '' },
    answers: answers ?? {},
  };
}
