import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/paths';

export default async function NotFound() {
  const t = await getTranslations('info');
  return (
    <Empty title={t('missing.title')} text={t('missing.text')}>
      <ButtonLink tone="quiet" href={paths.home}>
        {t('home')}
      </ButtonLink>
    </Empty>
  );
}
