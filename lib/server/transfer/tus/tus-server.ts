import 'server-only';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import type { UploadState } from '@/lib/server/services/upload/state';
import { isThroughAlias } from '../target';
import type { LockedUpload } from './lock/locked-uploads';
import { lockUpload, type Reply, removeOne, type TusRequest, tusVersion } from './request';
import { bringUpToDate } from './store-body';

/** The store and the lock of one request. It only looks and takes back; create.ts and patch.ts write. */
class TusStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
    'checksum',
  ];
  file: UploadState | null = null;
  readonly #request: TusRequest;
  #locked: LockedUpload | null = null;

  constructor(request: TusRequest) {
    super();
    this.#request = request;
  }

  async lock(): Promise<void> {
    this.#locked = await lockUpload(this.#request);
  }

  async unlock(): Promise<void> {
    await this.#locked?.release();
  }

  override async getUpload(id: string): Promise<Upload> {
    if (!this.#locked) throw new AppError('upload.notFound');
    this.file = await bringUpToDate(this.#request, this.#locked);
    const { sizeBytes, isLengthDeferred, offset } = this.file;
    const metadata = metadataOf(this.file);
    return new Upload({ id, offset, metadata, ...(!isLengthDeferred && { size: sizeBytes }) });
  }

  override remove = (id: string): Promise<void> => removeOne(this.#request, id);
}

const metadataOf = ({ name, mimeType, path }: UploadState): Record<string, string> => ({
  ...(name && { filename: name }),
  filetype: mimeType,
  ...(path && { relativePath: `${path}/${name}` }),
});

/** HEAD, OPTIONS and DELETE, by a tus server of this request's own. */
export async function answerTus(request: TusRequest): Promise<Reply> {
  const { method, target, ctx } = request;
  const failures: unknown[] = [];
  const store = new TusStore(request);
  const server = new Server({
    path: '/',
    datastore: store,
    maxSize: ctx.config.MAX_SIZE,
    getFileIdFromRequest: () => target.fileId,
    // Who only knows an alias may take back what isn't there yet, but nothing that has been delivered.
    disableTerminationForFinishedUploads: isThroughAlias(target),
    locker: { newLock: () => ({ lock: () => store.lock(), unlock: () => store.unlock() }) },
    onResponseError: (_request, error) => {
      failures.push(error);
      return { status_code: 500, body: '' };
    },
  });
  const response = await server.handleWeb(new Request('http://tus/', { method, headers: versionOnly }));
  if (failures.length > 0) throw errorOf(failures[0]);
  return { status: response.status, headers: headersOf(response), file: store.file };
}

/** Without what @tus/server says to other sites' pages. */
function headersOf(response: Response): Reply['headers'] {
  // The length of a text that stays here: with it a client would wait for what never comes.
  const isOurs = ([name]: [string, string]) =>
    !name.startsWith('access-control-') && name !== 'content-length';
  return Object.fromEntries([...response.headers].filter(isOurs));
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
