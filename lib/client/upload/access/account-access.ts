import { CallError, call } from '@/lib/client/call/call';
import { tellStale } from '@/lib/client/call/stale';
import { refreshSession } from '@/lib/client/session/keep-session';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { arrivalsAmong } from '../unfinished/arrivals';
import type { UploadAccess } from './upload-access';

let refreshing: ReturnType<typeof refreshSession> | null = null;

/** Files that find the session ended at the same moment share one call. */
function refreshOnce(): ReturnType<typeof refreshSession> {
  refreshing ??= refreshSession().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** For people who are signed in: the browser sends their session's cookie. */
export const accountAccess = (accountId: string): UploadAccess => ({
  key: accountId,
  headers: {},
  endpointOf: (id) => fillPath(bytePaths.uploads, { id }),
  async arrivalsOf(id) {
    const { files } = await call(share.get, { params: { id } });
    return arrivalsAmong({ id, files });
  },
  renew: refreshOnce,
  tellChange: () => tellStale([share.search, share.get, share.folder, share.files, settings.usage]),
  takeBack: ({ shareId }) => call(share.remove, { params: { id: shareId } }).then(ignore, unlessGone),
  removeFile: ({ shareId, fileId }) =>
    call(share.removeFile, { params: { id: shareId, fileId } }).then(ignore, unlessGone),
});

const ignore = () => undefined;
const unlessGone = (error: unknown) => {
  if (!(error instanceof CallError && error.status === 404)) throw error;
};
