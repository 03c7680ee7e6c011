import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { tryProvider } from './provider';

const contextFor = (issuer: string) => {
  const provider = { id: 'corp', name: 'Corp', issuer, clientId: 'slipway', clientSecret: 'whispered' };
  return openContext({ config: configWith({ OAUTH_PROVIDERS: JSON.stringify([provider]) }) });
};

async function issuerThatSays(document: (issuer: string) => object): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'application/json').end(JSON.stringify(document(issuer)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return issuer;
}

test('a provider that answers as a sign-in needs it is found', async () => {
  const issuer = await issuerThatSays((own) => ({ issuer: own, authorization_endpoint: `${own}/authorize` }));
  await tryProvider(contextFor(issuer), { id: 'corp' });
});

test.each([
  ['of another issuer', () => ({ issuer: 'https://other.example.org' }), 'auth.providerUnclear'],
  ['without its page', (own: string) => ({ issuer: own }), 'auth.providerUnclear'],
])('an answer %s is refused with the provider’s name', async (_, document, code) => {
  const ctx = contextFor(await issuerThatSays(document));
  await expect(tryProvider(ctx, { id: 'corp' })).rejects.toMatchObject({
    code,
    values: { provider: 'Corp' },
  });
});

test('a provider that is down or unknown is reported as such', async () => {
  const ctx = contextFor('http://127.0.0.1:9');
  await expect(tryProvider(ctx, { id: 'corp' })).rejects.toMatchObject({ code: 'auth.providerAway' });
  await expect(tryProvider(ctx, { id: 'none' })).rejects.toMatchObject({ code: 'auth.providerUnknown' });
});
