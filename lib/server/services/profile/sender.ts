import 'server-only';
import type { Sender } from '@/lib/contract/share/sender';
import { serverPaths } from '@/lib/paths';
import type { Prisma } from '@/lib/server/db/generated/client';

export const senderSelect = {
  login: true,
  showName: true,
  displayName: true,
  senderLine: true,
  color: true,
  picture: { select: { address: true } },
} as const satisfies Prisma.AccountSelect;

export type SenderRow = Prisma.AccountGetPayload<{ select: typeof senderSelect }>;

export const nameOf = ({ login, displayName }: Pick<SenderRow, 'login' | 'displayName'>): string =>
  displayName ?? login;

/** Returns what strangers see of an account; null for one that hides its name. */
export const senderOf = (account: SenderRow): Sender | null =>
  account.showName ? (profileOf(account) ?? plainSender(account.login)) : null;

/** Null without a name: the rest of a profile stands beside it. */
export function profileOf({ displayName, senderLine, color, picture }: SenderRow): Sender | null {
  if (displayName === null) return null;
  return {
    name: displayName,
    isLogin: false,
    line: senderLine,
    picture: picture && serverPaths.senderPicture(picture.address),
    color,
  };
}

const plainSender = (name: string): Sender => ({
  name,
  isLogin: true,
  line: null,
  picture: null,
  color: null,
});
