import { CallRefusal, call } from './call';
import type { SignedInServer } from './servers';

/** Calls that change nothing. An access token without the scope is refused before anything else is wrong. */
const probes = {
  upload: { path: '/api/v2/sec/upload/new', refusal: 'request.invalid' },
  manage: { path: '/api/v2/sec/share/-/publish', refusal: 'share.notFound' },
} as const;

/** @throws CallRefusal, before bytes are sent in vain */
export async function checkScope({ url, token }: SignedInServer, scope: keyof typeof probes): Promise<void> {
  const { path, refusal } = probes[scope];
  try {
    await call(url, path, { method: 'POST', headers: { 'Sharry-Auth': token }, body: {} });
  } catch (error) {
    if (!(error instanceof CallRefusal) || error.code !== refusal) throw error;
  }
}
