import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/paths';

const pages = { '0': 'forbidden', '1': 'expired' } as const;

/** What other screens send people to; a number that nothing sends to is blank. */
export default async function InfoPage({ params }: PageProps<'/app/info/[n]'>) {
  const { n } = await params;
  const page = n === '0' || n === '1' ? pages[n] : null;
  const t = await getTranslations('info');
  if (page === null) return null;
  return (
    <Empty title={t(`${page}.title`)} text={t(`${page}.text`)}>
      <ButtonLink tone="quiet" href={paths.home}>
        {t('home')}
      </ButtonLink>
    </Empty>
  );
}
