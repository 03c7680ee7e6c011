import { useTranslations } from 'next-intl';
import type { Usage } from '@/lib/contract/usage';
import { formatBytes } from '@/lib/domain/units';

/** What an account holds beside what it may hold, in words. */
export function useUsageTexts({ bytes, files, maxBytes, maxFiles }: Usage) {
  const t = useTranslations('usage');
  const used = formatBytes(bytes);
  const space = maxBytes === null ? used : t('space', { used, max: formatBytes(maxBytes) });
  const number = maxFiles === null ? t('count', { used: files }) : t('files', { used: files, max: maxFiles });
  return { space, files: number, both: `${space} · ${number}` };
}
