import type { AppConfig } from '@/lib/contract/info';
import { terminate } from '../terminate';
import type { ServerFiles } from '../unfinished/server-files';
import { type UnfinishedFile, type UnfinishedUpload, unfinishedStore } from '../unfinished/unfinished-store';

/** The right to add files to a share: an account's session or an alias' id. */
export type UploadAccess = {
  /** Identifies the uploader. Unfinished uploads are offered under the same key only. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of an alias, through which the words of a sealed delivery are saved. */
  readonly sealedHeaders?: Readonly<Record<string, string>>;
  readonly endpointOf: (shareId: string) => string;
  /**
   * The server's files of a share, as far as this access or the receipt may see them. Rejects when the share is gone.
   */
  readonly readServerFiles: (shareId: string, receipt?: string | null) => Promise<ServerFiles>;
  readonly renew: () => Promise<'fresh' | 'ended' | 'away'>;
  readonly discardUpload: (unfinished: UnfinishedUpload) => Promise<void>;
  /** Reports that an upload into a share has begun or ended, or that its first file is known to the server. */
  readonly reportChange?: () => void;
  /** Deletes an arrived file; succeeds when it is gone already. Absent where this access may not delete. */
  readonly removeFile?: (file: { shareId: string; fileId: string }) => Promise<void>;
};

export type UploadSettings = Pick<AppConfig, 'maxSize' | 'maxAliasFiles' | 'chunkSize' | 'retryDelays'> & {
  access: UploadAccess;
};

export async function giveUpFiles(
  shareId: string,
  files: readonly UnfinishedFile[],
  headers: UploadAccess['headers'],
): Promise<void> {
  for (const { url } of files) if (url) terminate(url, headers);
  await unfinishedStore.dropFiles(
    shareId,
    files.map(({ key }) => key),
  );
}
