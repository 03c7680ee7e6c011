import { useTranslations } from 'next-intl';
import { Empty } from '@/components/ui/empty';

/** One text for unknown, expired, withdrawn and used up, so that nobody learns which. */
export function DeadLink() {
  const t = useTranslations('open.dead');
  return <Empty heading="h1" title={t('title')} text={t('text')} />;
}
