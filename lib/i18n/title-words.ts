import type { useFormatter, useTranslations } from 'next-intl';
import type { TitleWords } from '@/lib/domain/title';

type Say = ReturnType<typeof useTranslations<'files'>>;
type Format = ReturnType<typeof useFormatter>;

/** How a share without a title of its own is spoken of. */
export const titleWords = (t: Say, format: Format): TitleWords => ({
  received: (alias, created) =>
    t('received', { alias, date: format.dateTime(created, { day: 'numeric', month: 'short' }) }),
  ofFiles: (name, count) => t('ofFiles', { name, count }),
});
