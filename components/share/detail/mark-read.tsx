'use client';

import { useEffect, useEffectEvent } from 'react';
import { useSend } from '@/lib/client/call/use-call';
import { share } from '@/lib/contract/share/share';

/** Once what came in is in sight, it is new no more; for this person, not for others. */
export function MarkRead({ shareId, isUnread }: { shareId: string; isUnread: boolean }) {
  const { mutate } = useSend(share.markRead, { reloads: [share.received, share.search, share.get] });
  const mark = useEffectEvent(() => mutate({ params: { id: shareId }, body: {} }));
  useEffect(() => {
    if (isUnread) mark();
  }, [isUnread]);
  return null;
}
