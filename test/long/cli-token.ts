import { admin } from '@/testing/server/test-server';

/** An access token of the admin, for the command. */
export async function newToken(url: string): Promise<string> {
  const post = async (at: string, body: unknown, headers = {}) => {
    const answer = await fetch(url + at, { method: 'POST', body: JSON.stringify(body), headers });
    return (await answer.json()) as { token: string };
  };
  const { login: account, password } = admin;
  const { token: session } = await post('/api/v2/open/auth/login', { account, password });
  const wanted = { name: 'long', scopes: ['upload', 'read', 'manage'], validity: 86_400_000 };
  return (await post('/api/v2/sec/settings/token', wanted, { 'sharry-auth': session })).token;
}
