import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
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

export function NoMatch({ q, onClear }: { q: string; onClear: () => void }) {
  const t = useTranslations('alias.list');
  return (
    <Empty title={t('noneTitle', { q })}>
      <Button tone="quiet" onClick={onClear}>
        {t('clear')}
      </Button>
    </Empty>
  );
}
