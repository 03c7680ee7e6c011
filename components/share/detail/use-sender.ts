import { useEffect, useMemo, useState } from 'react';
import { isOnItsWay } from '@/lib/client/upload/sending';
import { followSending } from '@/lib/client/upload/sending-lock';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import type { ShareFile } from '@/lib/contract/share/file';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';

/** Says which unfinished files this browser is sending; another tab says only that it sends into the share. */
export function useSender(upload: ShareUpload, detail: ShareDetail) {
  const [isSentElsewhere, setSentElsewhere] = useState(false);
  useEffect(() => {
    const following = new AbortController();
    void followSending(detail.id, setSentElsewhere, following.signal);
    return () => following.abort();
  }, [detail]);
  return useMemo(
    () => ({
      subscribe: upload.queue.subscribe,
      isSending: (file: ShareFile) =>
        !file.complete && (isOnItsWay(upload.queue) ? upload.isSending(file) : isSentElsewhere),
      isSentElsewhere,
    }),
    [upload, isSentElsewhere],
  );
}
