import 'server-only';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { UploadState } from '@/lib/server/services/upload/state';
import { isThroughAlias, type Target } from '../paths';
import type { RequestUpload } from './request-upload';

export const tusVersion = '1.0.0';

/** What @tus/server asks and takes back; create-and-append.ts writes. */
class TusStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'];
  #upload: RequestUpload;

  constructor(upload: RequestUpload) {
    super();
    this.#upload = upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const file = await this.#upload.current();
    return new Upload({ id, size: file.sizeBytes, offset: file.offset, metadata: metadataOf(file) });
  }

  override remove = (id: string): Promise<void> => this.#upload.remove(id);
}

const metadataOf = ({ name, mimeType, path }: UploadState): Record<string, string> => ({
  ...(name && { filename: name }),
  filetype: mimeType,
  ...(path && { relativePath: `${path}/${name}` }),
});

type Asked = { method: string; upload: RequestUpload; target: Target };

/** HEAD, OPTIONS and DELETE, by a tus server of this request's own: its store and its locks know what it is about. */
export async function answerTus({ method, upload, target }: Asked, { config }: Context): Promise<Response> {
  const failures: unknown[] = [];
  const server = new Server({
    path: '/',
    datastore: new TusStore(upload),
    maxSize: config.MAX_SIZE,
    getFileIdFromRequest: () => target.fileId,
    // Who only knows an alias may take back what isn't there yet, but nothing that has been delivered.
    disableTerminationForFinishedUploads: isThroughAlias(target),
    locker: {
      newLock: (id) => ({ lock: () => upload.lock(id), unlock: () => upload.unlock() }),
    },
    onResponseError: (_request, error) => {
      failures.push(error);
      return { status_code: 500, body: '' };
    },
  });
  const response = await server.handleWeb(new Request('http://tus/', { method, headers: versionOnly }));
  if (failures.length > 0) throw errorOf(failures[0]);
  return response;
}

/** An offset or a length says something to writers alone; what others say there must not be looked at. */
const versionOnly = { 'Tus-Resumable': tusVersion };

const codes = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'upload.notFound'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'upload.expired'],
  [ERRORS.INVALID_TERMINATION, 'upload.complete'],
]);

/** @tus/server throws plain objects. */
function errorOf(thrown: unknown): unknown {
  const code = codes.get(thrown);
  if (code) return new AppError(code);
  return thrown instanceof Error ? thrown : new Error(`tus: ${JSON.stringify(thrown)}`);
}
