'use client';

import { ArrowLeftIcon, CheckIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { useDeliveryTitle } from '@/components/delivery/delivery-title';
import { show } from '@/components/list/list-page';
import { ShareDetail } from '@/components/share/detail/share-detail';
import { useShare } from '@/components/share/use-share';
import { Button, IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import type { OpenDelivery as Open } from './use-open-delivery';

type OpenDeliveryProps = { id: string; nowMs: number; open: Open };

export function OpenDelivery({ id, nowMs, open }: OpenDeliveryProps) {
  const t = useTranslations('deliveries');
  const titleOf = useDeliveryTitle();
  const { detail, error } = useShare(id);
  return (
    <section tabIndex={-1} aria-label={open.item ? titleOf(open.item) : t('title')} className="outline-none">
      <div className="sticky top-14 z-2 mb-6 flex flex-wrap items-center gap-1 border-b border-line bg-canvas py-2 lg:top-0 lg:pt-0">
        <Link
          href={`${paths.received}${open.listSearch}` as Route}
          onClick={(event) => show(event, open.listSearch)}
          className="mr-auto flex min-h-11 items-center gap-2 text-sm font-medium lg:hidden"
        >
          <ArrowLeftIcon aria-hidden className="size-4" />
          {t('title')}
        </Link>
        {open.isDone ? (
          <label className="flex min-h-9 items-center gap-2.5 pr-3 text-sm pointer-coarse:min-h-11">
            <input type="checkbox" checked onChange={open.setUndone} />
            {t('isDone')}
          </label>
        ) : (
          <Button tone="quiet" onClick={open.done} aria-keyshortcuts="e">
            <CheckIcon aria-hidden />
            {t('markDone')}
            <Key>E</Key>
          </Button>
        )}
        <span className="lg:ml-auto">
          <IconButton
            label={t('previous')}
            disabled={!open.hasPrevious}
            onClick={open.previous}
            aria-keyshortcuts="k"
          >
            <ChevronUpIcon aria-hidden />
          </IconButton>
          <IconButton label={t('next')} disabled={!open.hasNext} onClick={open.next} aria-keyshortcuts="j">
            <ChevronDownIcon aria-hidden />
          </IconButton>
        </span>
      </div>
      {!detail && !error && <SkeletonRows rows={4} label={t('loading')} />}
      <ShareDetail shareId={id} nowMs={nowMs} noteAtFirst={null} isPart />
    </section>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded border border-line px-1 font-sans text-xs/4 text-muted pointer-coarse:hidden"
  >
    {children}
  </kbd>
);
