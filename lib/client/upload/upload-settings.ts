'use client';

import { useAppConfig } from '@/lib/client/app-config';
import { useViewer } from '@/lib/client/session/session';
import type { AppConfig } from '@/lib/contract/info';
import { accountAccess } from './access/account-access';
import type { UploadAccess } from './access/upload-access';

/** What must be known to send files. */
export type UploadSettings = Pick<AppConfig, 'maxSize' | 'maxAliasFiles' | 'chunkSize' | 'retryDelays'> & {
  access: UploadAccess;
};

/** The configuration and the way in, on a page for people who are signed in. */
export function useUploadSettings(): AppConfig & UploadSettings {
  const viewer = useViewer();
  if (!viewer) throw new Error('only who is signed in uploads into a share of their own');
  return { ...useAppConfig(), access: accountAccess(viewer.id) };
}
