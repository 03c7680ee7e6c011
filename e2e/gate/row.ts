import type { ErrorCode } from '@/lib/contract/errors';
import type { Rule } from './rules';
import type { Target } from './world';

/** One call in the matrix. */
export type Row = {
  rule: Rule;
  /** Sent along; JSON unless the headers say otherwise. */
  body?: (target: Target) => unknown;
  headers?: Record<string, string>;
  /** What who gets in is answered, when that isn't 200: a status, or a refusal that has nothing to do with rights. */
  answer?: number | ErrorCode;
  /** What an admin is told of an id that nothing has; to managers and owners it is as if it were somebody else's. */
  missing?: ErrorCode;
  /** Its success changes the session or the account that asks: somebody of the same rank goes ahead. */
  asStandIn?: true;
  /** Shows the bait to everyone, as a public link does. */
  isPublic?: true;
};

export const row = (rule: Rule, rest: Omit<Row, 'rule'> = {}): Row => ({ rule, ...rest });
