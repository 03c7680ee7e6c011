// The product as it is run, `npm start` and all, with an account that is signed in and a share.
import path from 'node:path';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { fileName } from '@/lib/server/backup/names';
import { admin, TestServer } from '@/testing/server/test-server';
import { headerLines, load } from './load';

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** @param servers those of another clone, for its version of the product */
export async function startProduct(env: Record<string, string> = {}, servers = TestServer) {
  const server = await servers.make({ env: { MAX_SIZE: '100G', SESSION_VALID: '2 hours', ...env } });
  await server.start();
  const base = server.url;
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base });
  const headers = { [headerNames.auth]: token ?? '' };
  const newShare = async () => {
    const terms = { name: 'Bench', validity: 86_400_000, maxViews: 1_000_000 };
    return (await call(share.create, { body: terms }, { base, headers })).id;
  };
  const addressOf = async (shareId: string): Promise<string> => {
    const { files } = await call(share.get, { params: { id: shareId } }, { base, headers });
    return fillPath(bytePaths.ownFile, { id: shareId, fileId: files.at(-1)?.id ?? '' });
  };
  return {
    server,
    port: server.port,
    pid: server.process.pid,
    headers,
    newShare,
    upload: async (shareId: string, local: string): Promise<string> => {
      const target = `/api/v2/sec/upload/${shareId}/files/tus`;
      await load({ mode: 'tus', port: server.port, path: target, file: local, hdr: headerLines(headers) });
      return addressOf(shareId);
    },
    addressOf,
    fileOf: (address: string): string => path.join(server.dataDir, fileName(address.split('/').at(-1) ?? '')),
    uploads: (shareId: string) => `/api/v2/sec/upload/${shareId}/files/tus`,
    removeShare: (id: string) => call(share.remove, { params: { id } }, { base, headers }),
    stop: () => server.remove(),
  };
}
