import { expect, test } from 'vitest';
import { asFailure, failAt, failureReason, OutsideFailure } from './outside-failure';

const coded = (message: string, code: string | number) => Object.assign(new Error(message), { code });

test.each<[what: string, cause: unknown, line: string]>([
  [
    'the innermost cause',
    new TypeError('fetch failed', { cause: coded('no route', 'EHOSTUNREACH') }),
    'EHOSTUNREACH: no route',
  ],
  [
    'what is behind a fetch that failed behind a failure of ours',
    new Error('auth.providerAway', {
      cause: new TypeError('fetch failed', { cause: coded('no route', 'EHOSTUNREACH') }),
    }),
    'EHOSTUNREACH: no route',
  ],
  ['a code once', coded('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED'), 'connect ECONNREFUSED ::1:5432'],
  ['one line', coded('no\r\nway\0', 7), '7: no way'],
  ['text that was thrown', 'gone', 'gone'],
])('the other side’s words are %s', (_what, cause, line) => {
  expect(new OutsideFailure('request', cause).line).toBe(line);
});

test.each([
  coded('Hostname/IP does not match certificate’s altnames', 'ERR_TLS_CERT_ALTNAME_INVALID'),
  new TypeError('fetch failed', { cause: coded('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT') }),
  coded('unable to get local issuer certificate', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'),
  coded('certificate has expired', 'CERT_HAS_EXPIRED'),
])('a certificate that is not trusted is told from a connection that fails: %s', (cause) => {
  expect(new OutsideFailure('connection', cause).place).toBe('certificate');
  expect(new OutsideFailure('connection', coded('connect ECONNREFUSED', 'ECONNREFUSED')).place).toBe(
    'connection',
  );
});

test('the first to know where it happened is believed', () => {
  const inner = () => failAt('connection')(coded('socket hang up', 'ECONNRESET'));
  const outer = () => {
    try {
      inner();
    } catch (error) {
      failAt('request')(error);
    }
  };
  expect(outer).toThrow(expect.objectContaining({ place: 'connection', code: 'ECONNRESET' }));
});

test('a failure of ours is asked for the other side’s behind it', () => {
  const theirs = new OutsideFailure('request', coded('no such mailbox', 550));
  expect(asFailure(new Error('server.unavailable', { cause: theirs }))).toBe(theirs);
  expect(failureReason(new TypeError('fetch failed', { cause: coded('no way', 'EHOSTDOWN') }))).toBe(
    'EHOSTDOWN: no way',
  );
});
