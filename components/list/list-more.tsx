import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

type ListMoreProps = {
  search: {
    isStale: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
};

export function ListMore({ search }: ListMoreProps) {
  const t = useTranslations('list');
  if (!search.hasNextPage || search.isStale) return null;
  return (
    <div className="mt-6 flex justify-center">
      <Button tone="quiet" pending={search.isFetchingNextPage} onClick={() => search.fetchNextPage()}>
        {t('more')}
      </Button>
    </div>
  );
}
