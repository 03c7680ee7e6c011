'use client';

import { useState } from 'react';
import { type ShareUpload, shareUploadInto } from './share-upload';
import { useUploadSettings } from './upload-settings';

/**
 * The upload of this page into an existing share. Give it to `<UploadPanel>`; it is the same upload when the person
 * leaves the screen and comes back while files are still being sent.
 *
 * ```tsx
 * const upload = useShareUpload(share.id);
 * <UploadPanel upload={upload} share={share} onArrived={reload} />
 * ```
 */
export function useShareUpload(shareId: string): ShareUpload {
  const settings = useUploadSettings();
  const [upload] = useState(() => shareUploadInto(shareId, settings));
  return upload;
}
