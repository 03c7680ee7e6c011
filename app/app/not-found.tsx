import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/paths';

export default function NotFound() {
  const t = useTranslations('app.missing');
  return (
    <Empty heading="h1" title={t('title')} text={t('text')}>
      <ButtonLink href={paths.home}>{t('home')}</ButtonLink>
    </Empty>
  );
}
