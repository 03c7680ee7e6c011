import 'server-only';
import { ERRORS, Server } from '@tus/server';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { Config } from '@/lib/server/config';
import { newId } from '@/lib/server/container';
import type { UploadState } from '@/lib/server/services/upload/state';
import { isThroughAlias, type Target } from '../paths';
import { type Delivery, ShareStore } from './store';

export const tusVersion = '1.0.0';

/** A tus server for one request: its store and its locks know what the request is about, and nothing is shared. */
export function tusFor(target: Target, delivery: Delivery, onFailure: (error: unknown) => void) {
  const { config } = delivery.ctx;
  const isAlias = isThroughAlias(target);
  const path = isAlias ? bytePaths.aliasUpload : bytePaths.upload;
  const store = new ShareStore(delivery);
  const server = new Server({
    path: '/',
    datastore: store,
    maxSize: config.MAX_SIZE,
    namingFunction: () => newId(),
    getFileIdFromRequest: () => target.fileId,
    generateUrl: (_request, { id }) => config.BASE_URL + fillPath(path, { id: target.id, fileId: id }),
    // Who only knows an alias may take back what isn't there yet, but nothing that has been delivered.
    disableTerminationForFinishedUploads: isAlias,
    locker: {
      newLock: (id) => ({ lock: () => store.lock(id), unlock: () => store.unlock() }),
    },
    onResponseError: (_request, error) => {
      onFailure(error);
      return { status_code: 500, body: '' };
    },
  });
  return { server, store };
}

/** What tus is told: a request without its body, in the standard's own headers whatever the client called them. */
export function tusRequest(method: string, given: Headers, sizeBytes: number | null): Request {
  const headers = new Headers({ 'tus-resumable': tusVersion });
  // An offset says something to writers alone; what others say there must not be looked at.
  const names = method === 'PATCH' ? ['upload-offset'] : [];
  for (const name of [...names, 'content-type', 'content-length']) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (sizeBytes !== null) headers.set('upload-length', String(sizeBytes));
  return new Request('http://tus/', { method, headers });
}

const codes = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'upload.notFound'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'upload.expired'],
  [ERRORS.INVALID_OFFSET, 'upload.wrongOffset'],
  [ERRORS.INVALID_TERMINATION, 'upload.complete'],
  [ERRORS.ERR_SIZE_EXCEEDED, 'upload.surplus'],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, 'upload.tooLarge'],
]);

/** @tus/server throws plain objects. */
export function errorOf(thrown: unknown, file: UploadState | null, config: Config): unknown {
  const code = codes.get(thrown);
  if (code === 'upload.surplus' && file?.complete) return new AppError('upload.complete');
  if (code) return new AppError(code, { size: formatBytes(config.MAX_SIZE) });
  return thrown instanceof Error ? thrown : new Error(`tus: ${JSON.stringify(thrown)}`);
}
