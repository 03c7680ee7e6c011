import type { Server } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from '@/testing/server/test-server';
import { client, type IdentityProvider, resumeUrl } from './identity-provider';

/** People who lost their group there. */
export const expelled = new Set<string>();

export async function openidProvider(serverUrl: string): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const id = 'idp';
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [resumeUrl(serverUrl, id)],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        preferred_username: `${sub}!`,
        groups: expelled.has(sub) ? ['makers'] : ['makers', 'staff'],
        email: `${sub}@example.org`,
        email_verified: true,
      }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
  });
  provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack}\n`));

  let server: Server | undefined;
  const start = async () => {
    server = provider.listen(port, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
  };
  await start();
  return {
    id,
    name: 'Example IdP',
    entry: { id, name: 'Example IdP', issuer, groupsKey: 'groups', allowedGroups: ['staff'], ...client },
    subjectOf: (person) => person,
    start,
    stop: () => closed(server),
    signIn: async (page, person) => {
      await page.locator('[name=login]').fill(person);
      await page.locator('[name=password]').fill('anything');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    },
  };
}

export const closed = (server: Server | undefined) =>
  new Promise<void>((resolve) => {
    server?.closeAllConnections();
    server?.close(() => resolve());
  });
