import { useLocale } from 'next-intl';
import { formatBytes } from '@/lib/domain/units';

/** Sizes as the page's language writes them. */
export function useBytes(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => formatBytes(bytes, locale);
}
