import type { ErrorCode } from '@/lib/contract/errors';
import type { Rule } from './rules';

export type MatrixRow = {
  rule: Rule;
  /** JSON unless the headers say otherwise. Takes the id in the path. */
  body?: (id: string) => unknown;
  headers?: Record<string, string>;
  /** The answer to callers with access if it isn't 200: a status, or a refusal unrelated to rights. */
  answer?: number | ErrorCode;
  /** The answer to admins for an unknown id; managers and owners get the answer for somebody else's id. */
  missing?: ErrorCode;
  /** Success changes the caller's session or account, so a stand-in of the same rank calls. */
  asStandIn?: true;
  /** Reveals the target's marks to everyone, as public links do. */
  isPublic?: true;
};

export const row = (rule: Rule, rest: Omit<MatrixRow, 'rule'> = {}): MatrixRow => ({ rule, ...rest });
