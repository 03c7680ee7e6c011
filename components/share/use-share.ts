'use client';

import { useCall, useSend } from '@/lib/client/use-call';
import { mail } from '@/lib/contract/mail';
import { share } from '@/lib/contract/share';

/** What any change of a share makes stale. */
export const shareReloads = { reloads: [share.get, share.search, mail.shareTemplate] };

export function useShare(shareId: string) {
  const { data, error } = useCall(share.get, { params: { id: shareId } });
  return { detail: data, error };
}

/** Publishing and withdrawing. */
export function usePublish(shareId: string) {
  const publish = useSend(share.publish, shareReloads);
  const unpublish = useSend(share.unpublish, shareReloads);
  const params = { id: shareId };
  return {
    publish: (reuseId: boolean) => publish.mutate({ params, body: { reuseId } }),
    unpublish: () => unpublish.mutate({ params, body: {} }),
    isPending: publish.isPending || unpublish.isPending,
    /** Published from here and now: the ticket may make its entrance. It appears while the call still reloads. */
    isFresh: !publish.isIdle,
    error: publish.error ?? unpublish.error,
  };
}
