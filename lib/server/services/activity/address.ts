import 'server-only';
import type { Context } from '@/lib/server/context';

export const storedAddress = ({ client, config }: Pick<Context, 'client' | 'config'>): string | null =>
  config.ACTIVITY_ADDRESSES ? client.address : null;

/** Shortens an address to tell visitors apart without identifying one: `203.0.113.…`, `2001:db8:1:…`. */
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
