import { expect, test } from 'vitest';
import { choiceCookieNames, cookieNames, headerNames, idempotencyHeader } from '@/lib/contract/http/names';
import { withCookies } from './cookies';
import { idempotencyKeyOf, proofOf } from './proof';
import { localeOf } from './refusal';

const { visit, password } = cookieNames;
const { language } = choiceCookieNames;

test('every cookie of one name is shown to the gate, whichever comes first', () => {
  const headers = new Headers({
    cookie: `${visit}=old; ${password}=a; ${visit}=new; x${visit}=no; ${password}=b`,
  });
  expect(proofOf(headers)).toEqual({
    password: null,
    visitCookie: ['old', 'new'],
    passwordCookie: ['a', 'b'],
    recipientCookie: [],
    visitKey: null,
  });
});

test('a key that could be guessed is none', () => {
  const taken = (key: string) => idempotencyKeyOf(new Headers({ [idempotencyHeader]: key }));
  expect(taken('x'.repeat(31))).toBeNull();
  expect(taken('x'.repeat(32))).toBe('x'.repeat(32));
  expect(taken('x'.repeat(201))).toBeNull();
});

test('a password in the header is UTF-8, percent-encoded or not', () => {
  const proved = (value: string) => proofOf(new Headers({ [headerNames.password]: value })).password;
  expect(proved(encodeURIComponent('grün %'))).toBe('grün %');
  expect(proved(Buffer.from('grün').toString('latin1'))).toBe('grün');
  expect(proved('gr\u00fcn')).toBe('grün'); // Latin-1
  expect(proved('%zz')).toBeNull();
});

test('the first language that exists counts', () => {
  expect(localeOf(new Headers({ cookie: `${language}=xx; ${language}=de` }))).toBe('de');
});

test('an answer that sets the session names it first and takes older ones away, and no other answer does', () => {
  const browser = () => 'known';
  const set = (cookie: string) => withCookies(new Response(), [cookie], { browser }).headers.getSetCookie();
  const names = set('sharry_auth=x; Path=/').map((cookie) => cookie.split('; ').slice(0, 3));
  expect(names).toEqual([
    ['sharry_auth=x', 'Path=/'],
    ['slipway-browser=known', 'Max-Age=34560000', 'Path=/'],
    ['sharry_auth=', 'Max-Age=0', 'Path=/api/v2'],
    ['sharry_auth=', 'Max-Age=0', 'Path=/api/v2/'],
  ]);
  expect(set('other=x')).toEqual(['other=x']);
});
