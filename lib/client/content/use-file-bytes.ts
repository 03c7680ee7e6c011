'use client';

import { useLocale } from 'next-intl';
import { createContext, use } from 'react';
import { formatBytes, shortBytes } from '@/lib/domain/units';

/** True where sizes have three digits, as on pages for visitors. */
export const ShortBytesContext = createContext(false);

export function useFileBytes(): (bytes: number) => string {
  const locale = useLocale();
  const format = use(ShortBytesContext) ? shortBytes : formatBytes;
  return (bytes) => format(bytes, locale);
}
