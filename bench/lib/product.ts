// The product as it is run, `npm start` and all, with an account that is signed in and a share.
import { call } from '@/lib/client/call';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { admin, TestServer } from '../../e2e/test-server';

export type Product = Awaited<ReturnType<typeof startProduct>>;

export async function startProduct(env: Record<string, string> = {}) {
  const server = await TestServer.make({ env: { MAX_SIZE: '100G', ...env } });
  await server.start();
  const base = server.url;
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base });
  const headers = { [headerNames.auth]: token ?? '' };
  const newShare = async () => {
    const terms = { name: 'Bench', validity: 86_400_000, maxViews: 1_000_000 };
    return (await call(share.create, { body: terms }, { base, headers })).id;
  };
  return {
    server,
    port: server.port,
    pid: server.process.pid,
    headers,
    newShare,
    uploads: (shareId: string) => `/api/v2/sec/upload/${shareId}/files/tus`,
    removeShare: (id: string) => call(share.remove, { params: { id } }, { base, headers }),
    stop: () => server.remove(),
  };
}
