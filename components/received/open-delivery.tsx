'use client';

import { ArrowLeftIcon, CheckIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { show } from '@/components/list/list-page';
import { ShareDetail } from '@/components/share/detail/share-detail';
import { useShare } from '@/components/share/use-share';
import { Button, IconButton } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { paths } from '@/lib/paths';
import type { OpenDelivery as Open } from './use-open-delivery';

type OpenDeliveryProps = { id: string; nowMs: number; open: Open };

export function OpenDelivery({ id, nowMs, open }: OpenDeliveryProps) {
  const t = useTranslations('deliveries');
  const { detail, error } = useShare(id);
  const { data } = useCall(aliasForm.delivery, { params: { id } });
  const isDone = open.isDone(data?.delivery?.done ?? false);
  return (
    <>
      <div className="sticky top-14 z-2 mb-6 flex flex-wrap items-center gap-1 border-b border-line bg-canvas py-2 lg:top-0 lg:pt-0">
        <Link
          href={`${paths.received}${open.listSearch}` as Route}
          onClick={(event) => show(event, open.listSearch)}
          className="mr-auto flex min-h-11 items-center gap-2 text-sm font-medium lg:hidden"
        >
          <ArrowLeftIcon aria-hidden className="size-4" />
          {t('title')}
        </Link>
        <Button
          tone={isDone ? 'primary' : 'quiet'}
          disabled={!detail && error !== null}
          onClick={isDone ? open.reopen : open.done}
          aria-pressed={isDone}
          aria-keyshortcuts="e"
        >
          <CheckIcon aria-hidden />
          {t('isDone')}
          <kbd
            aria-hidden
            className="rounded border border-line px-1 font-sans text-xs/4 max-sm:hidden pointer-coarse:hidden"
          >
            E
          </kbd>
        </Button>
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
    </>
  );
}
