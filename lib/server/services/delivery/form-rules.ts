import 'server-only';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import type { Answers, Delivery } from '@/lib/contract/share/share-shapes';
import {
  contradictsName,
  type FileProblem,
  fileProblem,
  hasTypeRules,
  headBytes,
  type OfferedFile,
} from '@/lib/domain/inbox/accepts';
import {
  findInvalidAnswers,
  type InboxAnswers,
  type InvalidAnswer,
  storedAnswers,
} from '@/lib/domain/inbox/answers';
import {
  deadlineOf,
  type FileRules,
  formLimits,
  type InboxForm,
  type OpenTimes,
  type Phase,
  phaseAt,
} from '@/lib/domain/inbox/inbox-form';
import type { Context } from '@/lib/server/context';

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

type OptionalTimes = OpenTimes | null | undefined;

/** Lets uploads that have begun finish within an hour after the end. @throws alias.notYetOpen, alias.closed */
export const checkUploadTime = (times: OptionalTimes, now: Date): void =>
  checkPhase(times, now, ['early', 'closed']);

/** @throws alias.notYetOpen, alias.closed */
export const checkDeliveryTime = (times: OptionalTimes, now: Date): void =>
  checkPhase(times, now, ['early', 'grace', 'closed']);

function checkPhase(times: OptionalTimes, now: Date, refused: Phase[]): void {
  if (!times) return;
  const phase = phaseAt(times, now.getTime());
  if (!refused.includes(phase)) return;
  const isEarly = phase === 'early';
  const code: ErrorCode = isEarly ? 'alias.notYetOpen' : 'alias.closed';
  throw new AppError(code, { at: formatUtcMinute(isEarly ? times.opensAt : deadlineOf(times)) });
}

/** Is the same in all languages: "2026-11-27 17:00 UTC". */
const formatUtcMinute = (ms: number | null): string =>
  `${new Date(ms ?? 0).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type OptionalFileRules = FileRules | null | undefined;

/** @throws delivery.fileType, delivery.fileLies, delivery.fileTooLarge, each naming the file */
export function checkFile(rules: OptionalFileRules, file: OfferedFile): void {
  const problem = rules ? fileProblem(rules, file) : null;
  if (rules && problem) throw fileRefusal(problem, rules, file.name);
}

export function fileRefusal(problem: FileProblem, { maxFileBytes }: FileRules, name: string): AppError {
  if (problem === 'type') return new AppError('delivery.fileType', { name });
  if (problem === 'lies') return new AppError('delivery.fileLies', { name });
  return new AppError('delivery.fileTooLarge', { name, size: { bytes: maxFileBytes ?? 0 } });
}

/** @throws delivery.fileLies when the first bytes contradict the name */
export function checkHead(rules: OptionalFileRules, name: string, head: Uint8Array): void {
  if (rules && hasTypeRules(rules) && contradictsName(name, head))
    throw new AppError('delivery.fileLies', { name });
}

/** Applies `checkHead` to a stored file. @throws delivery.fileLies */
export async function checkStoredHead(
  { storage }: Pick<Context, 'storage'>,
  rules: OptionalFileRules,
  { fileId, name, sizeBytes }: { fileId: string; name: string; sizeBytes: number },
): Promise<void> {
  if (!rules || !hasTypeRules(rules) || sizeBytes === 0) return;
  const range = { start: 0, end: Math.min(sizeBytes, headBytes) - 1 };
  const parts: Buffer[] = [];
  for await (const part of storage.read(fileId, range)) parts.push(Buffer.from(part)); // the storage reuses its buffer
  checkHead(rules, name, Buffer.concat(parts));
}

type DeliveryTotals = { files: number; bytes: number };

export function deliveryQuota(rules: OptionalFileRules, { files, bytes }: DeliveryTotals): DeliveryTotals {
  return {
    files: (rules?.maxFiles ?? Number.POSITIVE_INFINITY) - files,
    bytes: (rules?.maxBytes ?? Number.POSITIVE_INFINITY) - bytes,
  };
}

export const deliveryQuotaRefusal = (rules: OptionalFileRules, over: keyof DeliveryTotals): AppError =>
  over === 'files'
    ? new AppError('delivery.tooManyFiles', { max: rules?.maxFiles ?? 0 })
    : new AppError('delivery.tooLarge', { size: { bytes: rules?.maxBytes ?? 0 } });
