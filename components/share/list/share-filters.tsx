'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { segmentedList, segmentedPart } from '@/components/ui/form/segmented-look';
import { shareFilters } from '@/lib/domain/share-filter';
import { paths } from '@/lib/paths';
import { type ShareView, shareViewSearch } from './share-search';

/** What the list can be narrowed down to. Each is an address of its own, so that back goes back. */
export function ShareFilters({ view }: { view: ShareView }) {
  const t = useTranslations('share.list.filter');
  return (
    <nav aria-label={t('label')} className="mb-4 max-w-full">
      <div className={segmentedList}>
        {(['', ...shareFilters] as const).map((state) => {
          const search = shareViewSearch({ ...view, state });
          return (
            <Link
              key={state}
              href={`${paths.shares}${search}`}
              prefetch={false}
              aria-current={state === view.state ? 'true' : undefined}
              onClick={(event) => show(event, search)}
              className={`${segmentedPart} aria-[current=true]:border-line aria-[current=true]:bg-raised aria-[current=true]:text-ink aria-[current=true]:shadow-xs`}
            >
              {state === '' ? t('all') : t(`by.${state}`)}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}

/** The list is here already: its address changes, and it follows. In a tab of its own it is a page as any other. */
function show(event: MouseEvent, search: string) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (search !== location.search) history.pushState(null, '', search || location.pathname);
}
