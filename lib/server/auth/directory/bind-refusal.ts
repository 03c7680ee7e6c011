import 'server-only';
import type { OutsideFailure } from '@/lib/server/outside/outside-failure';

/** Active Directory gives its reason as a number within the words of code 49. */
const reasons: Record<string, string> = {
  '525': 'unknown',
  '52e': 'wrong password',
  '530': 'not at this time',
  '531': 'not from this computer',
  '532': 'password expired',
  '533': 'disabled',
  '701': 'account expired',
  '773': 'password must be changed',
  '775': 'locked',
};

/** The directory's reason to refuse a person's password, for the log. */
export function bindRefusal({ line }: OutsideFailure): { reason: string; isPasswordOver: boolean } {
  const [, number = ''] = /\bdata ([\da-f]{3})\b/i.exec(line) ?? [];
  const reason = reasons[number.toLowerCase()] ?? 'refused';
  // Directories say so only to who knows the password.
  const isPasswordOver =
    /password (?:expired|must)/.test(reason) || /password (?:is |has )?expired/i.test(line);
  return { reason, isPasswordOver };
}
