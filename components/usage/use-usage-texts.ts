import { useFormatter, useTranslations } from 'next-intl';
import type { Usage } from '@/lib/contract/usage';
import { formatBytes } from '@/lib/domain/units';

/** What an account holds beside what it may hold: `both` for where no label says what is counted. */
export function useUsageTexts({ bytes, files, maxBytes, maxFiles }: Usage) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const beside = (used: string, max: string | null) => (max === null ? used : t('of', { used, max }));
  const space = beside(formatBytes(bytes), maxBytes === null ? null : formatBytes(maxBytes));
  const number = beside(format.number(files), maxFiles === null ? null : format.number(maxFiles));
  const words = maxFiles === null ? t('count', { used: files }) : t('files', { used: files, max: maxFiles });
  return { space, files: number, both: `${space} · ${words}` };
}
