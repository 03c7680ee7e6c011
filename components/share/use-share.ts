'use client';

import { useEffect, useState } from 'react';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { activity } from '@/lib/contract/activity/activity';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { mail } from '@/lib/contract/mail';
import { share } from '@/lib/contract/share/share';

/** What any change of a share makes stale. */
export const shareReloads = { reloads: [share.get, share.search, activity.ofShare, mail.shareTemplate] };

/** What a change of its files makes stale as well. */
export const fileReloads = { reloads: [...shareReloads.reloads, share.folder, share.files] };

export function useShare(shareId: string) {
  const { data, error } = useCall(share.get, detailInput(shareId));
  return { detail: data, error };
}

const undoMs = 10_000;

/** Publishing and withdrawing; what was withdrawn can be taken back for ten seconds. */
export function usePublish(shareId: string) {
  const publish = useSend(share.publish, shareReloads);
  const unpublish = useSend(share.unpublish, shareReloads);
  const [canUndo, setCanUndo] = useState(false);
  useEffect(() => {
    if (!canUndo) return;
    const timer = setTimeout(() => setCanUndo(false), undoMs);
    return () => clearTimeout(timer);
  }, [canUndo]);
  const params = { id: shareId };
  const publishAs = (body: { reuseId: boolean; keepsEnd?: boolean }) => {
    unpublish.reset();
    setCanUndo(false);
    publish.mutate({ params, body });
  };
  return {
    publish: (reuseId: boolean) => publishAs({ reuseId }),
    unpublish: () => {
      publish.reset();
      unpublish.mutate({ params }, { onSuccess: () => setCanUndo(true) });
    },
    canUndo,
    /** The same link until the same end, as if nothing had happened. */
    undo: () => publishAs({ reuseId: true, keepsEnd: true }),
    isPending: publish.isPending || unpublish.isPending,
    /** Published from here and now: the ticket may make its entrance. It appears while the call still reloads. */
    isFresh: !publish.isIdle,
    /** Of what was tried last. */
    error: publish.error ?? unpublish.error,
  };
}
