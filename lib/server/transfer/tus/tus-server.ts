import 'server-only';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import type { UploadState } from '@/lib/server/services/upload/lease';
import { checkSentBy } from '@/lib/server/services/upload/remove';
import { isThroughAlias } from '../authorization';
import { type LockedUpload, lockedUploads } from './lock/locked-uploads';
import { type TusRequest, type TusResponse, tusVersion } from './request';
import { refreshState, terminateUpload } from './store-body';

/** The data store and the lock of one request. It reads and removes; create.ts and patch.ts write. */
class TusStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
    'checksum',
    'concatenation',
  ];
  file: UploadState | null = null;
  readonly #request: TusRequest;
  #locked: LockedUpload | null = null;

  constructor(request: TusRequest) {
    super();
    this.#request = request;
  }

  async lock(): Promise<void> {
    const { ctx, target, destination, method } = this.#request;
    const isReadOnly = method === 'HEAD';
    this.#locked = await lockedUploads.lock(ctx, { fileId: target.fileId, destination, isReadOnly });
  }

  async unlock(): Promise<void> {
    await this.#locked?.release();
  }

  override async getUpload(id: string): Promise<Upload> {
    this.file = await this.#readState();
    const { sizeBytes, isLengthDeferred, offset } = this.file;
    const metadata = metadataOf(this.file);
    return new Upload({ id, offset, metadata, ...(!isLengthDeferred && { size: sizeBytes }) });
  }

  override remove = async (id: string): Promise<void> => {
    if (isThroughAlias(this.#request.target)) await this.#checkTakenBack(id);
    await terminateUpload(this.#request, id);
  };

  /** Senders through an alias take back what they sent, a whole part too, but no delivered file. */
  async #checkTakenBack(fileId: string): Promise<void> {
    const { ctx, addedBy } = this.#request;
    await checkSentBy(ctx.db, { fileId, addedBy });
    if ((await this.#readState()).complete) throw new AppError('upload.complete');
  }

  async #readState(): Promise<UploadState> {
    if (!this.#locked) throw new AppError('upload.notFound');
    return refreshState(this.#request, this.#locked);
  }
}

const metadataOf = ({ name, mimeType, path }: UploadState): Record<string, string> => ({
  ...(name && { filename: name }),
  filetype: mimeType,
  ...(path && { relativePath: `${path}/${name}` }),
});

/** Handles HEAD, OPTIONS and DELETE by @tus/server, with an instance for each request. */
export async function handleWithTusServer(request: TusRequest): Promise<TusResponse> {
  const { method, target, ctx } = request;
  const errors: unknown[] = [];
  const store = new TusStore(request);
  const server = new Server({
    path: '/',
    datastore: store,
    maxSize: ctx.config.MAX_SIZE,
    getFileIdFromRequest: () => target.fileId,
    locker: { newLock: () => ({ lock: () => store.lock(), unlock: () => store.unlock() }) },
    onResponseError: (_request, error) => {
      errors.push(error);
      return { status_code: 500, body: '' };
    },
  });
  const response = await server.handleWeb(new Request('http://tus/', { method, headers: forwardedHeaders }));
  if (errors.length > 0) throw toError(errors[0]);
  return { status: response.status, headers: headersOf(response), file: store.file };
}

/** Drops the CORS headers of @tus/server. */
function headersOf(response: Response): TusResponse['headers'] {
  // Content-Length counts a body that isn't sent: a client would wait for it.
  const isSent = ([name]: [string, string]) =>
    !name.startsWith('access-control-') && name !== 'content-length';
  return Object.fromEntries([...response.headers].filter(isSent));
}

/** @tus/server would validate upload headers, which these methods have to ignore. */
const forwardedHeaders = { 'Tus-Resumable': tusVersion };

const codes = new Map<unknown, ErrorCode>([
  [ERRORS.FILE_NOT_FOUND, 'upload.notFound'],
  [ERRORS.FILE_NO_LONGER_EXISTS, 'upload.expired'],
]);

/** @tus/server throws plain objects. */
function toError(thrown: unknown): unknown {
  const code = codes.get(thrown);
  if (code) return new AppError(code);
  return thrown instanceof Error ? thrown : new Error(`tus: ${JSON.stringify(thrown)}`);
}
