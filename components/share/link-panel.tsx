'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/segmented';
import { type ViewMode, viewModes } from '@/lib/domain/view-mode';
import { PublishError } from './publish-error';
import type { usePublish } from './use-share';

type LinkPanelProps = {
  isPublished: boolean;
  linkView: ViewMode;
  onLinkViewChange: (view: ViewMode) => void;
  publishing: ReturnType<typeof usePublish>;
};

/** How the link opens, and the ways to renew or end it. */
export function LinkPanel({ isPublished, linkView, onLinkViewChange, publishing }: LinkPanelProps) {
  const t = useTranslations('share.detail.link');
  const { isPending, publish, unpublish, error } = publishing;
  if (!isPublished) return <p className="text-sm text-muted">{t('none')}</p>;

  return (
    <>
      <div className="divide-y divide-line border-y border-line">
        <Choice title={t('opensWith')} hint={t('opensWithHint')}>
          <Segmented
            label={t('opensWith')}
            value={linkView}
            onValueChange={onLinkViewChange}
            options={viewModes.map((view) => ({ value: view, label: t(view) }))}
          />
        </Choice>
        <Choice title={t('renew')} hint={t('renewHint')}>
          <Button tone="quiet" disabled={isPending} onClick={() => publish(true)}>
            {t('renew')}
          </Button>
        </Choice>
        <Choice title={t('newLink')} hint={t('newLinkHint')}>
          <Button tone="quiet" disabled={isPending} onClick={() => publish(false)}>
            {t('newLink')}
          </Button>
        </Choice>
        <Choice title={t('unpublish')} hint={t('unpublishHint')}>
          <Button tone="quiet" disabled={isPending} onClick={unpublish}>
            {t('unpublish')}
          </Button>
        </Choice>
      </div>
      <PublishError error={error} />
    </>
  );
}

function Choice({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-2 py-3">
      <div className="mr-auto min-w-0 flex-1 basis-64">
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="text-xs text-muted text-pretty">{hint}</p>
      </div>
      {children}
    </div>
  );
}
