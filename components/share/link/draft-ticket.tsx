'use client';

import { Undo2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useViewer } from '@/lib/client/session/session';
import type { ShareDetail } from '@/lib/contract/share-shapes';
import type { usePublish } from '../detail/use-share';
import { PublishError } from './publish-error';

type DraftTicketProps = { detail: ShareDetail; publishing: ReturnType<typeof usePublish> };

/** Where the ticket will be, with the one step that makes it. */
export function DraftTicket({ detail, publishing }: DraftTicketProps) {
  const t = useTranslations('share.detail.draft');
  const whoSees = useWhoSees(detail);
  const hadLink = detail.publishInfo !== null;
  const missing = detail.total?.incomplete ?? detail.files.filter(({ complete }) => !complete).length;
  return (
    <section className="mb-8 rounded-card border border-dashed border-faint/60 p-5 sm:p-6">
      <h2 className="font-medium wrap-anywhere">{whoSees}</h2>
      <p className="mt-1 text-sm text-muted text-pretty">{t(hadLink ? 'again' : 'text')}</p>
      {missing > 0 && (
        <div className="mt-4">
          <Banner tone="info">{t('missing', { count: missing })}</Banner>
        </div>
      )}
      {publishing.canUndo && (
        <div role="status" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          {t('withdrawn')}
          <Button tone="quiet" onClick={publishing.undo}>
            <Undo2Icon aria-hidden />
            {t('undo')}
          </Button>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button pending={publishing.isPending} onClick={() => publishing.publish(true)}>
          {t('publish')}
        </Button>
        {hadLink && (
          <Button tone="quiet" disabled={publishing.isPending} onClick={() => publishing.publish(false)}>
            {t('newLink')}
          </Button>
        )}
      </div>
      <PublishError error={publishing.error} />
    </section>
  );
}

/** What came through an alias is also its members'. They read whose it is; the owner needn't be told. */
function useWhoSees({ aliasName, creator }: ShareDetail): string {
  const t = useTranslations('share.detail.draft');
  const isOwner = useViewer()?.login === creator;
  if (aliasName === null) return t('title');
  return isOwner
    ? t('titleAlias', { alias: aliasName })
    : t('titleMember', { alias: aliasName, owner: creator ?? '' });
}
