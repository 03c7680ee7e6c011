'use client';

import { useTranslations } from 'next-intl';
import { Empty } from '@/components/ui/empty';

/** Stands in place of a share whose link has a key, while the server says that nothing is encrypted. */
export function SealDenied() {
  const t = useTranslations('sealed');
  return <Empty heading="h1" title={t('denied.title')} text={t('denied.text')} />;
}
