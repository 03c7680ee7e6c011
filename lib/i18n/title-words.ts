import type { useFormatter, useTranslations } from 'next-intl';
import type { TitleWords } from '@/lib/domain/title';

type FilesTranslator = ReturnType<typeof useTranslations<'files'>>;
type Format = ReturnType<typeof useFormatter>;

export const titleWords = (t: FilesTranslator, format: Format): TitleWords => ({
  received: (alias, created) =>
    t('received', { alias, date: format.dateTime(created, { day: 'numeric', month: 'short' }) }),
  ofFiles: (name, count) => t('ofFiles', { name, count }),
});
