import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { admin } from '@/testing/server/test-server';
import { sha256, Witness } from './ask';
import { sendResumably } from './sender';

export type World = {
  base: string;
  headers: Record<string, string>;
  cookie: Record<string, string>;
  shareId: string;
  linkId: string;
  filePath: string;
  fileSha: string;
};

const hour = 3_600_000;

export async function makeWorld(base: string): Promise<World> {
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base });
  const headers = { [headerNames.auth]: token ?? '' };
  const shareId = await newShare(base, headers);
  const sending = { witness: new Witness(base), headers, shareId, isOver: () => false };
  const sent = await sendResumably(sending, { sizeBytes: 1_500_000, pieceBytes: 500_000 });
  await call(share.publish, { params: { id: shareId } }, { base, headers });
  const { publishInfo } = await call(share.get, { params: { id: shareId } }, { base, headers });
  const fileId = sent?.path.split('/').at(-1) ?? '';
  return {
    base,
    headers,
    cookie: { cookie: `${cookieNames.auth}=${token}` },
    shareId,
    linkId: publishInfo?.id ?? '',
    filePath: fillPath(bytePaths.ownFile, { id: shareId, fileId }),
    fileSha: sent?.sha256 ?? '',
  };
}

async function newShare(base: string, headers: Record<string, string>): Promise<string> {
  const body = { name: 'Under load', validity: 24 * hour, maxViews: 1_000_000 };
  return (await call(share.create, { body }, { base, headers })).id;
}

/** Sends one request of each kind. True when all succeeded. */
export function requestsOf(world: World, witness: Witness) {
  const { headers, cookie, shareId, linkId } = world;
  return {
    session: () => witness.ask('session', auth.session.path, { method: 'POST', headers, body: '{}' }),
    nextauth: () => witness.ask('nextauth', '/api/auth/csrf', { headers: cookie }),
    login: () => {
      const body = JSON.stringify({ account: admin.login, password: admin.password });
      return witness.ask('login', auth.login.path, { method: 'POST', body });
    },
    detail: () => witness.ask('detail', share.get.path.replace('{id}', shareId), { headers }),
    page: () => witness.ask('page', paths.shares, { headers: cookie }),
    open: () => witness.ask('open', paths.open(linkId)),
    upload: () => {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-length': '5' };
      const asked = { ...headers, ...type, 'tus-resumable': '1.0.0' };
      const uploads = fillPath(bytePaths.uploads, { id: shareId });
      return witness.ask('upload', uploads, { method: 'POST', headers: asked, body: 'hello' });
    },
    file: async () => {
      const answer = await witness.ask('file', world.filePath, { headers });
      if (answer?.isGood && sha256(answer.body) !== world.fileSha) witness.lie('file: the bytes are wrong');
      return answer;
    },
  };
}
