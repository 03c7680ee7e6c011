import { CallError, call } from '@/lib/client/call/call';
import { invalidateInAllTabs } from '@/lib/client/call/stale';
import { refreshSession } from '@/lib/client/session/keep-session';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { serverFilesOf } from '../unfinished/server-files';
import type { UploadAccess } from './upload-access';

let refreshing: ReturnType<typeof refreshSession> | null = null;

/** Files that find the session ended at the same time share one call. */
function refreshOnce(): ReturnType<typeof refreshSession> {
  refreshing ??= refreshSession().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

export const accountAccess = (accountId: string): UploadAccess => ({
  key: accountId,
  headers: {},
  endpointOf: (id) => fillPath(bytePaths.uploads, { id }),
  async readServerFiles(id) {
    const { files } = await call(share.get, { params: { id } });
    return serverFilesOf({ id, files });
  },
  renew: refreshOnce,
  reportChange: () =>
    invalidateInAllTabs([share.search, share.get, share.folder, share.files, settings.usage]),
  discardUpload: ({ shareId }) => call(share.remove, { params: { id: shareId } }).then(ignore, unlessGone),
  removeFile: ({ shareId, fileId }) =>
    call(share.removeFile, { params: { id: shareId, fileId } }).then(ignore, unlessGone),
});

const ignore = () => undefined;
const unlessGone = (error: unknown) => {
  if (!(error instanceof CallError && error.status === 404)) throw error;
};
