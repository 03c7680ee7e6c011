import 'server-only';
import type { Context } from '@/lib/server/context';

/** The visitor's address as far as it is kept for those who manage a share. */
export const keptAddress = ({ client, config }: Pick<Context, 'client' | 'config'>): string | null =>
  config.ACTIVITY_ADDRESSES ? client.address : null;

/** Enough to tell visitors apart, too little to name one: `203.0.113.…`, `2001:db8:1:…`. */
export function shortAddress(address: string | null): string | null {
  if (!address) return null;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain.includes('.')) return `${plain.split('.').slice(0, 3).join('.')}.…`;
  const [head = ''] = plain.split('::');
  return `${[...head.split(':'), '0', '0', '0']
    .slice(0, 3)
    .map((group) => group || '0')
    .join(':')}:…`;
}
