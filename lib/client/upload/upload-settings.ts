'use client';

import { useAppConfig } from '@/lib/client/app-config';
import { useViewer } from '@/lib/client/session/session';
import type { AppConfig } from '@/lib/contract/info';
import { accountAccess } from './access/account-access';
import type { UploadAccess } from './access/upload-access';

export type UploadSettings = Pick<AppConfig, 'maxSize' | 'maxAliasFiles' | 'chunkSize' | 'retryDelays'> & {
  access: UploadAccess;
};

export function useUploadSettings(): AppConfig & UploadSettings {
  const viewer = useViewer();
  if (!viewer) throw new Error('only who is signed in uploads into a share of their own');
  return { ...useAppConfig(), access: accountAccess(viewer.id) };
}
