import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Recipients } from '@/lib/domain/mail/recipients';

/** @throws mail.badRecipients naming them, mail.noRecipients, mail.tooManyRecipients */
export function checkedAddresses({ addresses, wrong }: Recipients, max: number): string[] {
  if (wrong.length > 0)
    throw new AppError('mail.badRecipients', { count: wrong.length, list: shortList(wrong) });
  if (addresses.length === 0) throw new AppError('mail.noRecipients');
  if (addresses.length > max) throw new AppError('mail.tooManyRecipients', { max, count: addresses.length });
  return addresses;
}

export function shortList(texts: readonly string[]): string {
  const list = texts.map((text) => text.replace(/\p{Cc}/gu, ' ')).join(', ');
  return list.length <= 1000 ? list : `${list.slice(0, 1000)}…`;
}
