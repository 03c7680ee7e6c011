import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@/lib/contract/errors';

type ChangeFields = Record<string, unknown>;

/** Lists of texts are sets here. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? [...value].sort() : value;

const areSame = (one: unknown, other: unknown) => isDeepStrictEqual(ordered(one), ordered(other));

/**
 * What a change comes to where somebody may have saved another one since it was begun: what it leaves as it was stays
 * as it is now.
 * @param was what the caller has read; without it the change counts as it is
 * @throws request.changed with what is there now, where both have changed the same
 */
export function mergedChange<C extends ChangeFields>(
  change: C,
  was: ChangeFields | null | undefined,
  now: Partial<C>,
): C {
  if (!was) return change;
  const there: ChangeFields = now;
  const news = Object.keys(was).filter((field) => field in there && !areSame(was[field], there[field]));
  const clashes = news.filter(
    (field) =>
      change[field] !== undefined &&
      !areSame(change[field], was[field]) &&
      !areSame(change[field], there[field]),
  );
  const pick = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, there[field]]));
  if (clashes.length === 0) return { ...change, ...pick(news) };
  throw new AppError('request.changed', { field: clashes.join(', ') }, { answer: { now: pick(clashes) } });
}

/** The same of a single text, of which an empty one is none. */
export function checkText(field: string, text: Record<'change' | 'was' | 'now', string | null | undefined>) {
  if (text.was === undefined) return;
  mergedChange(
    { [field]: text.change || null },
    { [field]: text.was || null },
    { [field]: text.now || null },
  );
}
