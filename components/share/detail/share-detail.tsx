'use client';

import dynamic from 'next/dynamic';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import type { RenderedNote } from '@/components/files/note/rendered-note';
import { SenderContext } from '@/components/files/sender';
import type { FileSource } from '@/components/files/zip/file-links';
import { EditNote, NoteSection, useNoteDraft } from '@/components/share/edit/note-section';
import { useNow } from '@/components/share/use-limits';
import { useShare } from '@/components/share/use-share';
import { useSend } from '@/lib/client/call/use-call';
import { isActive } from '@/lib/client/upload/active-uploads';
import { watchSending } from '@/lib/client/upload/sending-lock';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { useShareUpload } from '@/lib/client/upload/use-share-upload';
import { deliveries } from '@/lib/contract/alias/deliveries';
import type { ShareFile } from '@/lib/contract/share/file';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail as Detail } from '@/lib/contract/share/share-shapes';
import { isReceived } from '@/lib/domain/inbox/received';
import { shareLife } from '@/lib/domain/publish';
import { incompleteCount, totalOf } from '@/lib/domain/share-total';
import { DropToAdd, PreloadUploadPanel } from './add-files';
import { DetailHeader } from './detail-header';
import { type DetailTab, LinkAndSettings } from './link-and-settings';
import type { OpenedSeal, ShutSeal } from './sealed-detail';
import { ShareFiles } from './share-files';

// Few shares are interrupted, taken down or came in.
const Interrupted = dynamic(() => import('./interrupted').then((part) => part.Interrupted), {
  loading: () => null,
});
const TakenDown = dynamic(() => import('./taken-down').then((part) => part.TakenDown), {
  loading: () => null,
});
const DeleteShare = dynamic(() => import('./details-panel').then((part) => part.DeleteShare), {
  loading: () => null,
});
const SealedDetail = dynamic(() => import('./sealed-detail').then((part) => part.SealedDetail), {
  ssr: false,
});
const Delivery = dynamic(() => import('./delivery').then((part) => part.Delivery));
const SenderAnswers = dynamic(() => import('./delivery').then((part) => part.SenderAnswers), {
  loading: () => null,
});
const DeliveryHeader = dynamic(() => import('./delivery').then((part) => part.DeliveryHeader));

type ShareDetailProps = {
  shareId: string;
  /** The server's clock at the first paint, in milliseconds since 1970. */
  nowMs: number;
  noteAtFirst: RenderedNote | null;
  /** Open from the start. */
  firstTab?: DetailTab | null;
  /** Part of a page that has a title and a mark of its own. */
  isPart?: boolean;
};

export function ShareDetail({ shareId, nowMs, ...look }: ShareDetailProps) {
  const { detail, error } = useShare(shareId);
  const now = useNow(nowMs);
  const upload = useShareUpload(shareId);
  return (
    <>
      <FailureBanner error={error} className="mb-6" />
      {detail && !detail.e2ee && <LoadedShare {...{ detail, now, upload }} {...look} />}
      {detail?.e2ee && (
        <SealedDetail {...{ detail, upload }}>
          {(opened, seal) => <LoadedShare {...{ detail: opened, now, upload, seal }} {...look} />}
        </SealedDetail>
      )}
      <PreloadUploadPanel />
    </>
  );
}

type LoadedShareProps = Pick<ShareDetailProps, 'noteAtFirst' | 'isPart' | 'firstTab'> & {
  detail: Detail;
  now: number;
  upload: ShareUpload;
  seal?: OpenedSeal | ShutSeal | undefined;
};

function LoadedShare(props: LoadedShareProps) {
  const { detail, now, upload, seal, noteAtFirst, firstTab = null, isPart = false } = props;
  const [tab, setTab] = useState(firstTab);
  const note = useNoteDraft(detail);
  const sender = useSender(upload, detail);
  const life = shareLife(detail, now);
  const isDelivery = isReceived(detail);
  const isAdding = tab === 'add';
  const isLocked = seal !== undefined && 'gate' in seal && !seal.isOpening;
  const source = sourceOf(detail.id, seal);
  const add = () => setTab('add');
  const { blocked } = detail;
  const link = blocked ? (
    <>
      <TakenDown what="share" block={blocked} />
      <DeleteShare detail={detail} />
    </>
  ) : (
    <LinkAndSettings {...{ detail, life, now, upload, tab, isLocked }} onTabChange={setTab}>
      {!isDelivery && !seal && <EditNote note={note} isShort />}
    </LinkAndSettings>
  );
  const noteSection = <NoteSection {...{ detail, note }} isReceived={isDelivery} atFirst={noteAtFirst} />;
  const isNoteFirst = note.draft !== null || (detail.description?.length ?? 0) <= maxNoteChars;
  const files = (
    <SenderContext value={sender}>
      <FilesPart {...{ detail, upload, isAdding, seal }} isAllElsewhere={isDelivery} onAdd={add} />
    </SenderContext>
  );
  return (
    <article>
      {!isPart && !blocked && !isLocked && <DropToAdd onDrop={add} />}
      <MarkRead shareId={detail.id} isUnread={detail.unread} />
      {isDelivery ? (
        <DeliveryHeader {...{ detail, isPart, source }} />
      ) : (
        <DetailHeader detail={detail} state={life.state} />
      )}
      {!blocked && !isLocked && !isAdding && !sender.isSentElsewhere && incompleteCount(detail) > 0 && (
        <Interrupted detail={detail} upload={upload} onContinue={add} />
      )}
      {isDelivery ? (
        <Delivery
          sender={<SenderAnswers shareId={detail.id} hasFiles={totalOf(detail).files > 0} isPart={isPart} />}
          note={noteSection}
          hasNote={detail.descriptionRaw !== null}
          shown={shownIn(isPart, detail, source)}
          files={files}
          onward={link}
          isOpen={tab !== null || life.state !== 'unpublished'}
        />
      ) : (
        <>
          {link}
          {isNoteFirst && noteSection}
          {files}
          {!isNoteFirst && noteSection}
        </>
      )}
    </article>
  );
}

const shownIn = (isPart: boolean, { files, blocked }: Detail, source: FileSource | null) =>
  isPart && source && !blocked ? { files, source } : null;

/** Null while it is sealed. */
function sourceOf(id: string, seal: LoadedShareProps['seal']): FileSource | null {
  if (!seal) return { access: 'own', id };
  return 'gate' in seal ? null : seal.source;
}

type FilesPartProps = Omit<Parameters<typeof ShareFiles>[0], 'seal'> & Pick<LoadedShareProps, 'seal'>;

function FilesPart({ seal, ...props }: FilesPartProps) {
  if (seal && 'gate' in seal) return seal.gate;
  return (
    <>
      {seal?.notices}
      <ShareFiles {...props} seal={seal} />
    </>
  );
}

/** A longer note follows the files, which stay in sight. */
const maxNoteChars = 600;

/** Marks the share as read for this person only. */
function MarkRead({ shareId, isUnread }: { shareId: string; isUnread: boolean }) {
  const { mutate } = useSend(share.markRead, {
    reloads: [share.received, share.search, share.get, deliveries.search],
  });
  const mark = useEffectEvent(() => mutate({ params: { id: shareId } }));
  useEffect(() => {
    if (isUnread) mark();
  }, [isUnread]);
  return null;
}

/** Tells which unfinished files this tab is sending. Of other tabs only the share is known. */
function useSender(upload: ShareUpload, detail: Detail) {
  const [isSentElsewhere, setSentElsewhere] = useState(false);
  useEffect(() => {
    const following = new AbortController();
    void watchSending(detail.id, setSentElsewhere, following.signal);
    return () => following.abort();
  }, [detail]);
  return useMemo(
    () => ({
      subscribe: upload.queue.subscribe,
      isSending: (file: ShareFile) =>
        !file.complete && (isActive(upload.queue) ? upload.isSending(file) : isSentElsewhere),
      isSentElsewhere,
    }),
    [upload, isSentElsewhere],
  );
}
