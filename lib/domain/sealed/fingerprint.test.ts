import { expect, test } from 'vitest';
import { checkInboxKey, fingerprintOf, readFingerprint } from './fingerprint';
import { newInboxKey } from './inbox-key';
import { allowsSending } from './key-check';

const link = 'https://files.example.org/app/share/applications';
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const someKey = async () => toBase64((await newInboxKey('seven grey herons wade')).publicKey);

test('a fingerprint is the start of the SHA-256 of the public key', async () => {
  // of the public key in RFC 7748, section 6.1 (Alice)
  const alice = Buffer.from('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a', 'hex');
  expect(await fingerprintOf(alice.toString('base64'))).toBe('300c9c9603b92a4b39ed3958bf924011');
});

test('a fingerprint is read from whatever gateways, chats and sentences make of a link', async () => {
  const value = await fingerprintOf(await someKey());
  const whole = `${link}#pk=${value}`;
  const forms = {
    whole,
    capitals: whole.toUpperCase(),
    escaped: `${link}%23pk%3D${value}`,
    'escaped twice': `${link}%2523pk%253D${value}`,
    'in a sentence': `(${whole}).`,
    'with words behind': `${whole} please`,
    wrapped: `${link}#pk=${value.slice(0, 9)}\n${value.slice(9)}`,
    invisible: `${link}#pk=\u200b${value.slice(0, 9)}\u00ad${value.slice(9)}`,
    'with a parameter behind': `${whole}&utm_source=mail`,
    fragment: `#pk=${value}`,
  };
  for (const [name, text] of Object.entries(forms)) expect(readFingerprint(text), name).toBe(value);
  for (const cut of [whole.slice(0, -1), `${link}#pk=`, `${whole}0`, `${link}#pk=${'x'.repeat(32)}`])
    expect(readFingerprint(cut), cut).toBe('');
  for (const old of [link, `${link}#more=abc`, `${link}#spk=${value}`, ''])
    expect(readFingerprint(old), old).toBeNull();
});

test('a link with a fingerprint allows no other key, none at all, and no cut fingerprint', async () => {
  const [key, other] = await Promise.all([someKey(), someKey()]);
  const expected = await fingerprintOf(key);
  const cases = [
    [key, expected, 'fits', true],
    [other, expected, 'other', false],
    [null, expected, 'unsealed', false],
    [key, '', 'cut', false],
    [null, '', 'cut', false],
    [key, null, 'unchecked', true],
    [null, null, 'plain', true],
  ] as const;
  for (const [publicKey, promised, check, isAllowed] of cases) {
    expect(await checkInboxKey(publicKey, promised)).toBe(check);
    expect(allowsSending(check)).toBe(isAllowed);
  }
});
