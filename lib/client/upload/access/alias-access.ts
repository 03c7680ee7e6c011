import { CallError, call } from '@/lib/client/call/call';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import type { ServerFiles } from '../unfinished/server-files';
import type { UploadAccess } from './upload-access';
import { giveUpFiles } from './upload-access';

/**
 * For anyone who knows an alias, which never lists files; a file's own URL tells its offset. @param secret allows
 * removing own additions to an album; "" for none
 */
export function aliasAccess(aliasId: string, secret = ''): UploadAccess {
  const headers = { [headerNames.alias]: aliasId, ...(secret && { [headerNames.receipt]: secret }) };
  const endpointOf = (id: string) => fillPath(bytePaths.aliasUploads, { id });
  return {
    // No account's id has a colon.
    key: `alias:${aliasId}`,
    headers,
    sealedHeaders: headers,
    endpointOf,
    async readServerFiles(shareId, receipt) {
      await checkOpen(endpointOf(shareId), headers);
      return receipt ? arrivalsBy(receipt) : nothingKnown;
    },
    // There is nothing to renew: the next try tells whether the alias still opens.
    renew: async () => 'fresh',
    // Arrived files belong to the recipient and stay.
    discardUpload: ({ shareId, files }) => giveUpFiles(shareId, files, headers),
  };
}

const nothingKnown: ServerFiles = {
  findPartial: () => ({ here: [], elsewhere: [] }),
  isComplete: () => false,
};

async function arrivalsBy(token: string): Promise<ServerFiles> {
  const [{ receipt }, { serverFilesOf }] = await Promise.all([
    import('@/lib/contract/alias/receipt'),
    import('../unfinished/server-files'),
  ]);
  const { files } = await call(receipt.look, { body: { token } });
  const arrived = files.map(({ path, name, size }) => ({
    id: '',
    path,
    filename: name,
    size,
    complete: true,
  }));
  return serverFilesOf({ id: '', files: arrived });
}

/** @throws {CallError} when the alias no longer accepts files */
async function checkOpen(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { method: 'OPTIONS', headers }).catch((cause: unknown) => {
    throw new CallError('network', 'no answer', { cause });
  });
  if (!response.ok) throw new CallError('status', String(response.status), { status: response.status });
}
