import { useEffect, useMemo, useState } from 'react';
import { isActive } from '@/lib/client/upload/active-uploads';
import { watchSending } from '@/lib/client/upload/sending-lock';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import type { ShareFile } from '@/lib/contract/share/file';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';

/** Tells which unfinished files this tab is sending. Of other tabs only the share is known. */
export function useSender(upload: ShareUpload, detail: ShareDetail) {
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
