import { afterEach, expect, test, vi } from 'vitest';
import {
  InboxKeyMismatch,
  newInboxKey,
  openShareKey,
  rewrapInboxKey,
  sealShareKey,
  unwrapInboxKey,
} from './inbox-key';
import { newShareKey } from './share-key';

afterEach(() => void vi.restoreAllMocks());

test('a key that is sealed for an inbox opens with its passphrase alone', async () => {
  const { publicKey, wrapped } = await newInboxKey('Träume sind Schäume');
  const key = await newShareKey();
  const sealed = await sealShareKey(key, publicKey);
  const privateKey = await unwrapInboxKey('Träume sind Schäume'.normalize('NFD'), wrapped, publicKey);
  expect(privateKey).not.toBeNull();
  if (!privateKey) return;
  expect((await openShareKey(sealed, { privateKey, publicKey }))?.bytes).toEqual(key.bytes);
  expect(await unwrapInboxKey('another', wrapped, publicKey)).toBeNull();
  const changed = sealed.map((byte, at) => (at === 50 ? byte ^ 1 : byte));
  expect(await openShareKey(changed, { privateKey, publicKey })).toBeNull();
  const other = await newInboxKey('x');
  const otherKey = await unwrapInboxKey('x', other.wrapped, other.publicKey);
  expect(
    otherKey && (await openShareKey(sealed, { privateKey: otherKey, publicKey: other.publicKey })),
  ).toBeNull();
});

test('a changed passphrase opens what came before, and only the present one changes it', async () => {
  const { publicKey, wrapped } = await newInboxKey('the first one');
  const key = await newShareKey();
  const sealed = await sealShareKey(key, publicKey);
  expect(await rewrapInboxKey(wrapped, { passphrase: 'another', next: 'the second' }, publicKey)).toBeNull();
  const rewrapped = await rewrapInboxKey(
    wrapped,
    { passphrase: 'the first one', next: 'the second' },
    publicKey,
  );
  expect(rewrapped?.salt).not.toEqual(wrapped.salt);
  expect(rewrapped && (await unwrapInboxKey('the first one', rewrapped, publicKey))).toBeNull();
  const privateKey = rewrapped && (await unwrapInboxKey('the second', rewrapped, publicKey));
  expect(privateKey && (await openShareKey(sealed, { privateKey, publicKey }))?.bytes).toEqual(key.bytes);
});

test('a public key that isn’t that of the passphrase is noticed when the inbox is opened or its passphrase changed', async () => {
  const { wrapped } = await newInboxKey('the first one');
  const { publicKey: planted } = await newInboxKey('of somebody else');
  await expect(unwrapInboxKey('the first one', wrapped, planted)).rejects.toThrow(InboxKeyMismatch);
  const passphrases = { passphrase: 'the first one', next: 'the second' };
  await expect(rewrapInboxKey(wrapped, passphrases, planted)).rejects.toThrow(InboxKeyMismatch);
});

const x25519 = { name: 'X25519' };
const { generateKey, importKey } = crypto.subtle;
const newPair = () => generateKey.call(crypto.subtle, x25519, true, ['deriveBits']) as Promise<CryptoKeyPair>;
const privateBytes = async ({ privateKey }: CryptoKeyPair) =>
  new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey)).subarray(16);

test('an inbox whose private key begins with a zero byte opens in browsers that refuse such a key', async () => {
  let pair = await newPair();
  while ((await privateBytes(pair))[0] !== 0) pair = await newPair();
  vi.spyOn(crypto.subtle, 'generateKey').mockResolvedValueOnce(pair);
  const { publicKey, wrapped } = await newInboxKey('x');
  const key = await newShareKey();
  const sealed = await sealShareKey(key, publicKey);
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...input: unknown[]) => {
    const [format, bytes] = input as [string, Uint8Array];
    if (format === 'pkcs8' && bytes[16] === 0) return Promise.reject(new DOMException('', 'DataError'));
    return importKey.apply(crypto.subtle, input as Parameters<typeof importKey>);
  });
  const privateKey = await unwrapInboxKey('x', wrapped, publicKey);
  expect(privateKey && (await openShareKey(sealed, { privateKey, publicKey }))?.bytes).toEqual(key.bytes);
});

test('a pair of keys that a browser fails to make once is made anew', async () => {
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValueOnce(new DOMException('', 'OperationError'));
  await expect(newInboxKey('x')).resolves.toMatchObject({ publicKey: { length: 32 } });
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
  await expect(newInboxKey('x')).rejects.toThrow();
});
