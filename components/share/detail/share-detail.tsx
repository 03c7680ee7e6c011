'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { DrawnNote } from '@/components/files/note/drawn-note';
import { useMailing } from '@/components/mail/use-mailing';
import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { useShareUpload } from '@/lib/client/upload/use-share-upload';
import type { ShareDetail as Detail } from '@/lib/contract/share-shapes';
import { shareLife } from '@/lib/domain/share-life';
import type { ViewMode } from '@/lib/domain/view-mode';
import { NoteSection } from '../edit/note-section';
import { DraftTicket } from '../link/draft-ticket';
import { LinkPanel } from '../link/link-panel';
import { Ticket } from '../link/ticket';
import { useNow } from '../use-now';
import { AddFiles, ArrivalWatch, DropToAdd } from './add-files';
import { DetailHeader } from './detail-header';
import { type DetailTab, DetailTabs } from './detail-tabs';
import { DetailsPanel } from './details-panel';
import { ShareFiles } from './share-files';
import { usePublish, useShare } from './use-share';

const ActivityPanel = dynamic(() =>
  import('../activity/activity-panel').then((module) => module.ActivityPanel),
);

type ShareDetailProps = {
  shareId: string;
  /** The server's clock at the first paint, milliseconds since 1970. */
  nowMs: number;
  noteAtFirst: DrawnNote;
};

/** A share as its owner sees it: its link, its settings, its note and its files. */
export function ShareDetail({ shareId, nowMs, noteAtFirst }: ShareDetailProps) {
  const { detail, error } = useShare(shareId);
  const now = useNow(nowMs);
  const upload = useShareUpload(shareId);
  const failureText = useFailureText();
  return (
    <>
      {error && (
        <div className="mb-6">
          <Banner tone="error">{failureText(error)}</Banner>
        </div>
      )}
      {detail && <LoadedShare {...{ detail, now, upload, noteAtFirst }} />}
      <ArrivalWatch upload={upload} />
    </>
  );
}

type LoadedShareProps = { detail: Detail; now: number; upload: ShareUpload; noteAtFirst: DrawnNote };

function LoadedShare({ detail, now, upload, noteAtFirst }: LoadedShareProps) {
  const [tab, setTab] = useState<DetailTab>('details');
  const [linkView, setLinkView] = useState<ViewMode>('list');
  const publishing = usePublish(detail.id);
  const mailing = useMailing(() => setTab('link'));
  const isOwn = useViewer()?.login === detail.creator;
  const life = shareLife(detail, now);
  const isPublished = life.state !== 'unpublished';
  const link = { linkView, publishing };

  return (
    <article>
      {tab !== 'add' && <DropToAdd onDrop={() => setTab('add')} />}
      <DetailHeader detail={detail} state={life.state} />
      {isPublished ? (
        <Ticket detail={detail} life={life} now={now} onMail={mailing.open} {...link} />
      ) : (
        <DraftTicket detail={detail} publishing={publishing} />
      )}
      <DetailTabs
        value={tab}
        onValueChange={setTab}
        panels={{
          details: <DetailsPanel detail={detail} publishing={publishing} />,
          link: (
            <LinkPanel
              shareId={detail.id}
              state={life.state}
              onLinkViewChange={setLinkView}
              mailing={mailing}
              {...link}
            />
          ),
          add: <AddFiles detail={detail} upload={upload} />,
          activity: <ActivityPanel shareId={detail.id} isOwn={isOwn} />,
        }}
      />
      <NoteSection detail={detail} atFirst={noteAtFirst} />
      <ShareFiles detail={detail} upload={upload} isAdding={tab === 'add'} onAdd={() => setTab('add')} />
    </article>
  );
}
