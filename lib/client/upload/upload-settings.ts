'use client';

import { useAppConfig } from '@/lib/client/app-config';
import { useViewer } from '@/lib/client/session';
import type { AppConfig } from '@/lib/contract/info';

/** What must be known to send files. */
export type UploadSettings = Pick<AppConfig, 'maxSize' | 'chunkSize' | 'retryDelays'> & {
  /** Whose uploads these are: a continued one is offered to nobody else in the same browser. */
  accountId: string;
};

/** The configuration and whose uploads these are, on a page for people who are signed in. */
export function useUploadSettings(): AppConfig & UploadSettings {
  const viewer = useViewer();
  if (!viewer) throw new Error('only who is signed in uploads into a share of their own');
  return { ...useAppConfig(), accountId: viewer.id };
}
