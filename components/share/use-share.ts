'use client';

import { useEffect, useState } from 'react';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { activity } from '@/lib/contract/activity';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { mail } from '@/lib/contract/mail';
import { share } from '@/lib/contract/share/share';

export const shareReloads = { reloads: [share.get, share.search, activity.ofShare, mail.shareTemplate] };

export const fileReloads = { reloads: [...shareReloads.reloads, share.folder, share.files] };

export function useShare(shareId: string) {
  const { data, error } = useCall(share.get, detailInput(shareId));
  return { detail: data, error };
}

const undoMs = 10_000;

/** A withdrawal can be undone for ten seconds. */
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
    undo: () => publishAs({ reuseId: true, keepsEnd: true }),
    isPending: publish.isPending || unpublish.isPending,
    /** True right after publishing here, so that the ticket may animate while the call reloads. */
    isFresh: !publish.isIdle,
    error: publish.error ?? unpublish.error,
  };
}
