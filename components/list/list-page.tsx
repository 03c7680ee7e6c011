import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Empty } from '@/components/ui/empty';
import { SearchField } from '@/components/ui/form/search-field';
import { segmentedList, segmentedPart } from '@/components/ui/form/segmented-look';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { maxSearchChars } from '@/lib/domain/limits';

type ListHeaderProps = {
  title: string;
  lead: string | false | undefined;
  search: { label: string; value: string; onValueChange: (value: string) => void };
  children?: ReactNode;
};

export function ListHeader({ title, lead, search, children }: ListHeaderProps) {
  return (
    <PageHeader title={title} lead={<span role="status">{lead}</span>}>
      <div className="order-last w-full sm:order-none sm:w-auto">
        <SearchField {...search} maxLength={maxSearchChars} />
      </div>
      {children}
    </PageHeader>
  );
}

type Filter = { key: string; label: string; search: string; isChosen: boolean };
type ListFiltersProps = {
  label: string;
  /** The list's page. Each filter appends its `search`, for example "?state=done" or "". */
  path: Route;
  filters: readonly Filter[];
};

/** Each filter is a URL of its own, so that the browser's back button works. */
export const ListFilters = ({ label, path, filters }: ListFiltersProps) => (
  <nav aria-label={label} className="mb-4 max-w-full">
    <div className={`${segmentedList} max-sm:*:px-2`}>
      {filters.map(({ key, label, search, isChosen }) => (
        <Link
          key={key}
          href={`${path}${search}` as Route}
          aria-current={isChosen ? 'true' : undefined}
          onClick={(event) => show(event, search)}
          className={`${segmentedPart} aria-[current=true]:border-line aria-[current=true]:bg-raised aria-[current=true]:text-ink aria-[current=true]:shadow-xs`}
        >
          {label}
        </Link>
      ))}
    </div>
  </nav>
);

/** Changes the URL without a navigation; the list follows it. Clicks for a new tab keep the browser's default. */
export function show(event: MouseEvent, search: string) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  pushSearch(search);
}

export function pushSearch(search: string) {
  if (search !== location.search) history.pushState(null, '', search || location.pathname);
}

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
