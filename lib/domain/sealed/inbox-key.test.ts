import { expect, test } from 'vitest';
import { newInboxKey, openShareKey, rewrapInboxKey, sealShareKey, unwrapInboxKey } from './inbox-key';
import { newShareKey } from './share-key';

test('a key that is sealed for an inbox opens with its passphrase alone', async () => {
  const { publicKey, wrapped } = await newInboxKey('Träume sind Schäume');
  const key = await newShareKey();
  const sealed = await sealShareKey(key, publicKey);
  const privateKey = await unwrapInboxKey('Träume sind Schäume'.normalize('NFD'), wrapped);
  expect(privateKey).not.toBeNull();
  if (!privateKey) return;
  expect((await openShareKey(sealed, { privateKey, publicKey }))?.bytes).toEqual(key.bytes);
  expect(await unwrapInboxKey('another', wrapped)).toBeNull();
  const changed = sealed.map((byte, at) => (at === 50 ? byte ^ 1 : byte));
  expect(await openShareKey(changed, { privateKey, publicKey })).toBeNull();
  const other = await newInboxKey('x');
  const otherKey = await unwrapInboxKey('x', other.wrapped);
  expect(
    otherKey && (await openShareKey(sealed, { privateKey: otherKey, publicKey: other.publicKey })),
  ).toBeNull();
});

test('a changed passphrase opens what came before, and only the present one changes it', async () => {
  const { publicKey, wrapped } = await newInboxKey('the first one');
  const key = await newShareKey();
  const sealed = await sealShareKey(key, publicKey);
  expect(await rewrapInboxKey(wrapped, { passphrase: 'another', next: 'the second' })).toBeNull();
  const rewrapped = await rewrapInboxKey(wrapped, { passphrase: 'the first one', next: 'the second' });
  expect(rewrapped?.salt).not.toEqual(wrapped.salt);
  expect(rewrapped && (await unwrapInboxKey('the first one', rewrapped))).toBeNull();
  const privateKey = rewrapped && (await unwrapInboxKey('the second', rewrapped));
  expect(privateKey && (await openShareKey(sealed, { privateKey, publicKey }))?.bytes).toEqual(key.bytes);
});
