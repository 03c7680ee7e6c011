import { useFormatter, useTranslations } from 'next-intl';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { Usage } from '@/lib/contract/person';

/** Formats usage against its limits. `both` is for places without a label that names the unit. */
export function useUsageTexts({ bytes, files, maxBytes, maxFiles }: Usage) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const sizeText = useBytes();
  const beside = (used: string, max: string | null) => (max === null ? used : t('of', { used, max }));
  const space = beside(sizeText(bytes), maxBytes === null ? null : sizeText(maxBytes));
  const number = beside(format.number(files), maxFiles === null ? null : format.number(maxFiles));
  const words = maxFiles === null ? t('count', { used: files }) : t('files', { used: files, max: maxFiles });
  return { space, files: number, both: `${space} · ${words}` };
}
