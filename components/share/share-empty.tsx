import { useTranslations } from 'next-intl';
import { Button, ButtonLink } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/paths';

export function NoShares() {
  const t = useTranslations('share.list');
  return (
    <Empty title={t('emptyTitle')} text={t('emptyText')}>
      <ButtonLink href={paths.newShare}>{t('new')}</ButtonLink>
    </Empty>
  );
}

export function NoMatch({ q, onClear }: { q: string; onClear: () => void }) {
  const t = useTranslations('share.list');
  return (
    <Empty title={t('noneTitle', { q })}>
      <div className="mt-6">
        <Button tone="quiet" onClick={onClear}>
          {t('clear')}
        </Button>
      </div>
    </Empty>
  );
}
