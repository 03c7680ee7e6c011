import { useLocale } from 'next-intl';
import { formatBytes } from '@/lib/domain/units';

export function useBytes(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => formatBytes(bytes, locale);
}
