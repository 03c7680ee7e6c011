'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { ShareDetail } from '@/lib/contract/share-shapes';
import { PublishError } from './publish-error';
import type { usePublish } from './use-share';

type DraftTicketProps = { detail: ShareDetail; publishing: ReturnType<typeof usePublish> };

/** Where the ticket will be, with the one step that makes it. */
export function DraftTicket({ detail, publishing }: DraftTicketProps) {
  const t = useTranslations('share.detail.draft');
  const hadLink = detail.publishInfo !== null;
  return (
    <section className="mb-8 rounded-card border border-dashed border-faint/60 p-5 sm:p-6">
      <h2 className="font-medium">{t('title')}</h2>
      <p className="mt-1 text-sm text-muted text-pretty">{t(hadLink ? 'again' : 'text')}</p>
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
