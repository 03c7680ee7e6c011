import { expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { signInByProxy } from '@/lib/server/services/session/sign-in-by-proxy';
import { openContext } from '@/testing/service/context';
import { clientAddress, innerHeaders, proxyPersonOf } from './inner-headers';

const proxies = ['10.0.0.0/8', '192.0.2.10', '2001:db8:ff::/48'];
const addressOf = (socket: string, forwarded?: string) => clientAddress(socket, forwarded, proxies);

test('without trusted proxies, the connection is the caller, whatever the headers say', () => {
  expect(clientAddress('203.0.113.7', '198.51.100.1', [])).toBe('203.0.113.7');
});

test('a stranger speaks for nobody else', () => {
  expect(addressOf('203.0.113.7', '198.51.100.1, 10.0.0.1')).toBe('203.0.113.7');
});

test('behind a proxy it is whom the proxy has seen, not what that one has made up', () => {
  expect(addressOf('10.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(addressOf('10.0.0.1', '198.51.100.1,203.0.113.7 , 192.0.2.10')).toBe('203.0.113.7');
});

test('IPv4 in the clothes of IPv6, ports and brackets are seen through', () => {
  expect(addressOf('::ffff:10.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7');
  expect(addressOf('2001:db8:ff::1', '[2001:db8::7]:443')).toBe('2001:db8::7');
});

test('reading the forwarded addresses ends at the first that is none', () => {
  expect(addressOf('10.0.0.1')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '203.0.113.7, unknown')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '203.0.113.7, "; DROP TABLE')).toBe('10.0.0.1');
});

test('where all are proxies it is the first of them', () => {
  expect(addressOf('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
});

const { config, ...rest } = openContext();
const ctx: Context = { ...rest, config: { ...config, PROXY_AUTH: true } };

const onWire = (text: string, encoding: 'utf8' | 'latin1') => Buffer.from(text, encoding).toString('latin1');

const personFor = (value: string) => proxyPersonOf(new Headers({ [innerHeaders.proxyUser]: value }));
const signIn = (value: string) => signInByProxy(ctx, personFor(value));
const rowOf = (login: string) => ctx.db.account.findUniqueOrThrow({ where: { login } });

// Nobody else's in this database.
const own = ctx
  .newId()
  .toLowerCase()
  .replace(/[^a-z0-9]/g, '');

test.each<[value: string, encoding: 'utf8' | 'latin1', login: string, subject: string]>([
  [`ada${own}`, 'utf8', `ada${own}`, `ada${own}`],
  [`Bob${own}`, 'utf8', `bob${own}`, `bob${own}`],
  [`${own}@example.org`, 'utf8', `${own}@example.org`, `${own}@example.org`],
  [`Ada Lovelace ${own}`, 'utf8', `adalovelace${own}@proxy`, `ada lovelace ${own}`],
  [`EXAMPLE\\ada${own}`, 'utf8', `exampleada${own}@proxy`, `example\\ada${own}`],
  [`Lovelace, Ada ${own}`, 'utf8', `lovelaceada${own}@proxy`, `lovelace, ada ${own}`],
  [`jürgen${own}`, 'utf8', `jurgen${own}@proxy`, `jürgen${own}`],
  [`björn${own}`, 'latin1', `bjorn${own}@proxy`, `björn${own}`],
  [`иванов${own}`, 'utf8', `${own}@proxy`, `иванов${own}`],
  [`cn=ada,ou=${own}`, 'utf8', `cnadaou${own}@proxy`, `cn=ada,ou=${own}`],
])('a proxy’s name %s (%s) signs in as %s', async (value, encoding, login, subject) => {
  const first = await signIn(onWire(value, encoding));
  expect(first.login).toBe(login);
  expect(await rowOf(login)).toMatchObject({ source: 'extern', subject, admin: false });
  expect((await signIn(onWire(value.toUpperCase(), encoding))).id, 'in capitals').toBe(first.id);
});

test('two names of which the same letters are left are two people', async () => {
  const [one, other] = [await signIn(`Kim Lee ${own}`), await signIn(`Kim-Lee, ${own}`)];
  expect(one.id).not.toBe(other.id);
  expect(await signIn(`Kim, Lee ${own}`)).toMatchObject({ login: `kimlee${own}-2@proxy` });
});

test.each([
  ['a'.repeat(256), 'auth.proxyNameUnusable'],
  ['ada\u0001', 'auth.proxyNameUnusable'],
  [onWire('ad\u202ea', 'utf8'), 'auth.proxyNameUnusable'],
  [onWire('ada\u212aim', 'utf8'), 'auth.proxyNameUnusable'], // a Kelvin sign, which folds to a k
])('a name that can’t be one is quoted', async (value, code) => {
  await expect(signIn(value)).rejects.toMatchObject({
    code,
    values: { name: expect.stringMatching(/^ad?a?/) },
  });
});

test.each(['', ' ', '\u00a0'])('no name (%j) is no word of the proxy', async (value) => {
  await expect(signIn(value)).rejects.toMatchObject({ code: 'auth.proxyRefused' });
});
