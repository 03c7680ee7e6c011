import type { AccountDetail } from '@/lib/contract/account/account';

/** An account as the list and the page of admins show it. */
export const sampleAccount = (login: string, over: Partial<AccountDetail> = {}): AccountDetail => ({
  id: `id-${login}`,
  login,
  source: 'intern',
  state: 'Active',
  admin: false,
  email: null,
  loginCount: 0,
  shares: 0,
  aliases: 0,
  sharedAliases: 0,
  lastLogin: null,
  created: Date.UTC(2026, 2, 1),
  maxBytes: null,
  maxFiles: null,
  usage: { bytes: 0, files: 0, maxBytes: 0, maxFiles: 0 },
  leavesAt: null,
  secondFactor: false,
  ...over,
});
