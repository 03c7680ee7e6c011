'use client';

import { useState } from 'react';
import { type ShareUpload, shareUploadInto } from './share-upload';
import { useUploadSettings } from './upload-settings';

/** Returns the same upload after leaving the page and coming back while files are being sent. */
export function useShareUpload(shareId: string): ShareUpload {
  const settings = useUploadSettings();
  const [upload] = useState(() => shareUploadInto(shareId, settings));
  return upload;
}
