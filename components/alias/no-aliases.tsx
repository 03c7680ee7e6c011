import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/paths';

export function NoAliases() {
  const t = useTranslations('alias.list');
  return (
    <Empty heading="h1" title={t('emptyTitle')} text={t('emptyText')}>
      <ButtonLink href={paths.newAlias}>
        <PlusIcon aria-hidden />
        {t('new')}
      </ButtonLink>
    </Empty>
  );
}
