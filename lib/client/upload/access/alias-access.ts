import { CallError, call } from '@/lib/client/call/call';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import { giveUpFiles } from '../give-up-files';
import type { Arrivals } from '../unfinished/arrivals';
import type { UploadAccess } from './upload-access';

/**
 * For anyone who knows an alias. It takes files and never lists any; a file's own URL tells how far it is.
 * @param secret by which what goes into an album can be removed again; "" where there is none
 */
export function aliasAccess(aliasId: string, secret = ''): UploadAccess {
  const headers = { [headerNames.alias]: aliasId, ...(secret && { [headerNames.receipt]: secret }) };
  const endpointOf = (id: string) => fillPath(bytePaths.aliasUploads, { id });
  return {
    // No account's id has a colon.
    key: `alias:${aliasId}`,
    headers,
    endpointOf,
    async arrivalsOf(shareId, receipt) {
      await checkOpen(endpointOf(shareId), headers);
      return receipt ? arrivalsBy(receipt) : nothingKnown;
    },
    // There is nothing to renew: the next try tells whether the alias still opens.
    renew: async () => 'fresh',
    // What has arrived is the recipient's and stays.
    takeBack: ({ shareId, files }) => giveUpFiles(shareId, files, headers),
  };
}

const nothingKnown: Arrivals = { begun: () => ({ here: [], elsewhere: [] }), isComplete: () => false };

/** What has arrived, as the sender's receipt says. */
async function arrivalsBy(token: string): Promise<Arrivals> {
  const [{ receipt }, { arrivalsAmong }] = await Promise.all([
    import('@/lib/contract/alias/receipt'),
    import('../unfinished/arrivals'),
  ]);
  const { files } = await call(receipt.look, { body: { token } });
  const arrived = files.map(({ path, name, size }) => ({
    id: '',
    path,
    filename: name,
    size,
    complete: true,
  }));
  return arrivalsAmong({ id: '', files: arrived });
}

/** Throws when the alias no longer takes files. */
async function checkOpen(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { method: 'OPTIONS', headers }).catch((cause: unknown) => {
    throw new CallError('network', 'no answer', { cause });
  });
  if (!response.ok) throw new CallError('status', String(response.status), { status: response.status });
}
