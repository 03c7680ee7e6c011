import { useLocale } from 'next-intl';
import { formatBytes, shortBytes } from '@/lib/domain/units';

type SizeText = (bytes: number) => string;

/** With two decimals, for details, lists and limits. */
export function useBytes(): SizeText {
  const locale = useLocale();
  return (bytes) => formatBytes(bytes, locale);
}

/** With three digits, for reading in passing. */
export function useShortBytes(): SizeText {
  const locale = useLocale();
  return (bytes) => shortBytes(bytes, locale);
}
