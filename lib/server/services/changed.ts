import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@/lib/contract/errors';

type ChangeFields = Record<string, unknown>;

/** Lists of texts are compared as sets. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...value].sort() : value;

const areSame = (one: unknown, other: unknown) => isDeepStrictEqual(ordered(one), ordered(other));

/**
 * Merges a change with one saved meanwhile: unchanged fields keep their current value.
 * @param was the values the caller has read; null keeps the change as it is
 * @throws request.changed with the current values, when both changed the same field
 */
export function mergedChange<C extends ChangeFields>(
  change: C,
  was: ChangeFields | null | undefined,
  now: Partial<C>,
): C {
  if (!was) return change;
  const current: ChangeFields = now;
  const changedFields = Object.keys(was).filter(
    (field) => field in current && !areSame(was[field], current[field]),
  );
  const clashes = changedFields.filter(
    (field) =>
      change[field] !== undefined &&
      !areSame(change[field], was[field]) &&
      !areSame(change[field], current[field]),
  );
  const pick = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, current[field]]));
  if (clashes.length === 0) return { ...change, ...pick(changedFields) };
  throw new AppError('request.changed', { field: clashes.join(', ') }, { answer: { now: pick(clashes) } });
}

/** Does the same for one text; an empty one counts as null. */
export function checkTextChange(
  field: string,
  text: Record<'change' | 'was' | 'now', string | null | undefined>,
) {
  if (text.was === undefined) return;
  mergedChange(
    { [field]: text.change || null },
    { [field]: text.was || null },
    { [field]: text.now || null },
  );
}
