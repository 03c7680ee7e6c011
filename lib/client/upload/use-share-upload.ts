'use client';

import { useState } from 'react';
import { useAppConfig } from '@/lib/client/app-config';
import { useViewer } from '@/lib/client/session/session';
import type { AppConfig } from '@/lib/contract/info';
import { accountAccess } from './access/account-access';
import type { UploadSettings } from './access/upload-access';
import { type ShareUpload, shareUploadInto } from './share-upload';

export function useUploadSettings(): AppConfig & UploadSettings {
  const viewer = useViewer();
  if (!viewer) throw new Error('only who is signed in uploads into a share of their own');
  return { ...useAppConfig(), access: accountAccess(viewer.id) };
}

/** Returns the same upload after leaving the page and coming back while files are being sent. */
export function useShareUpload(shareId: string): ShareUpload {
  const settings = useUploadSettings();
  const [upload] = useState(() => shareUploadInto(shareId, settings));
  return upload;
}
