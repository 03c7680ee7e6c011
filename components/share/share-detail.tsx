'use client';

import { useState } from 'react';
import { FilesSection } from '@/components/files/files-section';
import { Banner } from '@/components/ui/banner';
import { useFailureText } from '@/lib/client/use-failure-text';
import type { ShareDetail as Detail } from '@/lib/contract/share';
import { shareLife } from '@/lib/domain/share-life';
import type { ViewMode } from '@/lib/domain/view-mode';
import { DetailHeader } from './detail-header';
import { DetailTabs } from './detail-tabs';
import { DetailsPanel } from './details-panel';
import { DraftTicket } from './draft-ticket';
import { LinkPanel } from './link-panel';
import { NoteSection } from './note-section';
import { RemoveFile } from './remove-file';
import { Ticket } from './ticket';
import { useNow } from './use-now';
import { usePublish, useShare } from './use-share';

type ShareDetailProps = {
  shareId: string;
  /** The server's clock at the first paint, milliseconds since 1970. */
  nowMs: number;
  baseUrl: string;
  maxValidityMs: number;
};

/** A share as its owner sees it: what it is, its link, its settings, its note and its files. */
export function ShareDetail({ shareId, nowMs, ...site }: ShareDetailProps) {
  const { detail, error } = useShare(shareId);
  const now = useNow(nowMs);
  const failureText = useFailureText();
  return (
    <>
      {error && (
        <div className="mb-6">
          <Banner tone="error">{failureText(error)}</Banner>
        </div>
      )}
      {detail && <LoadedShare detail={detail} now={now} {...site} />}
    </>
  );
}

type LoadedShareProps = Omit<ShareDetailProps, 'shareId' | 'nowMs'> & { detail: Detail; now: number };

function LoadedShare({ detail, now, baseUrl, maxValidityMs }: LoadedShareProps) {
  const [linkView, setLinkView] = useState<ViewMode>('list');
  const publishing = usePublish(detail.id);
  const life = shareLife(detail, now);
  const isPublished = life.state !== 'unpublished';
  const ticket = { detail, life, now, baseUrl, linkView, publishing };

  return (
    <article>
      <DetailHeader detail={detail} state={life.state} />
      {isPublished ? <Ticket {...ticket} /> : <DraftTicket detail={detail} publishing={publishing} />}
      <DetailTabs
        panels={{
          details: <DetailsPanel detail={detail} maxValidityMs={maxValidityMs} />,
          link: (
            <LinkPanel
              isPublished={isPublished}
              linkView={linkView}
              onLinkViewChange={setLinkView}
              publishing={publishing}
            />
          ),
          add: null,
        }}
      />
      <NoteSection detail={detail} />
      <FilesSection
        files={detail.files}
        source={{ access: 'own', id: detail.id }}
        initialView="list"
        actions={(file) => <RemoveFile shareId={detail.id} file={file} />}
      />
    </article>
  );
}
