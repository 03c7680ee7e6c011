import type { CellPlace } from '@/components/ui/cell';
import type { AccountSort } from '@/lib/contract/account';

/** The place of each column, and from which width it shows. */
export const places: Record<AccountSort, CellPlace> = {
  login: { isFirst: true },
  source: { from: 'lg' },
  state: { from: 'sm' },
  shares: { from: 'sm', align: 'right' },
  aliases: { from: 'md', align: 'right' },
  admin: { from: 'md' },
  loginCount: { from: 'lg', align: 'right' },
  lastLogin: { from: 'sm', align: 'right' },
  created: { from: 'lg', align: 'right' },
};
