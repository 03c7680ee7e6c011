import type { Route } from 'next';
import type { MouseEvent } from 'react';
import { segmentedList, segmentedPart } from '@/components/ui/form/segmented-look';
import { Link } from '@/components/ui/link';

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
    <div className={segmentedList}>
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
function show(event: MouseEvent, search: string) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (search !== location.search) history.pushState(null, '', search || location.pathname);
}
