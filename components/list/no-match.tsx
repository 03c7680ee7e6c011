import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';

type NoMatchProps = { title: string; onClear: () => void };

export function NoMatch({ title, onClear }: NoMatchProps) {
  const t = useTranslations('list');
  return (
    <Empty title={title}>
      <Button tone="quiet" onClick={onClear}>
        {t('clear')}
      </Button>
    </Empty>
  );
}
