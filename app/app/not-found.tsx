import { useTranslations } from 'next-intl';
import { HomeLink } from '@/components/nav/home-link';
import { Empty } from '@/components/ui/empty';

export default function NotFound() {
  const t = useTranslations('app.missing');
  return (
    <Empty heading="h1" title={t('title')} text={t('text')}>
      <HomeLink>{t('home')}</HomeLink>
    </Empty>
  );
}
