'use client';

import { Undo2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import type { usePublish } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/lib/client/session/session';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { incompleteCount } from '@/lib/domain/share-total';
import { PublishButton } from './publish-toggle';

type DraftTicketProps = { detail: ShareDetail; publishing: ReturnType<typeof usePublish> };

export function DraftTicket({ detail, publishing }: DraftTicketProps) {
  const t = useTranslations('share.detail.draft');
  const whoSees = useWhoSees(detail);
  const hadLink = detail.publishInfo !== null;
  const { isPending, publish, error } = publishing;
  const missing = incompleteCount(detail);
  return (
    <section className="mb-8 rounded-card border border-dashed border-faint/60 p-5 sm:p-6">
      <h2 className="font-medium wrap-anywhere">{whoSees}</h2>
      <p className="mt-1 text-sm text-muted text-pretty">{t(hadLink ? 'again' : 'text')}</p>
      {publishing.canUndo && (
        <div role="status" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          {t('withdrawn')}
          <Button tone="quiet" onClick={publishing.undo}>
            <Undo2Icon aria-hidden />
            {t('undo')}
          </Button>
        </div>
      )}
      {hadLink && (
        <div className="mt-5">
          <PublishButton
            {...{ missing, isPending }}
            tone="quiet"
            label={t('newLink')}
            onPublish={() => publish(false)}
          />
        </div>
      )}
      <FailureBanner error={error} className="mt-3" />
    </section>
  );
}

/** Members of an alias see the owner's name; the owner doesn't. */
function useWhoSees({ aliasName, creator }: ShareDetail): string {
  const t = useTranslations('share.detail.draft');
  const isOwner = useViewer()?.login === creator;
  if (aliasName === null) return t('title');
  return isOwner
    ? t('titleAlias', { alias: aliasName })
    : t('titleMember', { alias: aliasName, owner: creator ?? '' });
}
