import 'server-only';
import type * as z from 'zod';
import { AppError } from '@/lib/contract/errors';
import { type Reason, reasons } from '@/lib/contract/fields';

export function invalidFromSchema(error: z.ZodError): AppError {
  const issue = error.issues[0];
  const field = issue?.path.join('.') || 'body';
  return issue ? invalid(field, reasonOf(issue), boundsOf(issue)) : invalid(field, 'wrongType');
}

export const invalid = (field: string, reason: Reason, bounds: Record<string, number> = {}) =>
  new AppError('request.invalid', { field, reason, ...bounds });

function reasonOf(issue: z.core.$ZodIssue): Reason {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? 'tooShort' : 'tooSmall';
    case 'too_big':
      return issue.origin === 'string' ? 'tooLong' : 'tooBig';
    case 'invalid_format':
      return issue.format === 'email' ? 'notAnEmail' : 'notAnId';
    case 'invalid_value':
      return 'unsupported';
    case 'custom':
      return reasons.find((reason) => reason === issue.message) ?? 'wrongType';
    default:
      return issue.message.endsWith('received undefined') ? 'missing' : 'wrongType';
  }
}

function boundsOf(issue: z.core.$ZodIssue): Record<string, number> {
  if (issue.code === 'too_small') return { min: Number(issue.minimum) };
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  return issue.code === 'custom' ? (issue.params ?? {}) : {};
}
