import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { authFailLine } from './auth-fail';

const filter = path.resolve('contrib/fail2ban/filter.d/slipway.conf');
const forged = 'x ip=198.51.100.1 kind=login\nAUTH-FAIL ip=198.51.100.2 kind=login reason=x account="';

test('the line has its fixed form, with what was typed last and escaped', () => {
  const line = authFailLine('203.0.113.7', {
    kind: 'login',
    reason: 'bad_password',
    account: 'a"b\nc\u2028ü',
  });
  expect(line).toBe(
    'AUTH-FAIL ip=203.0.113.7 kind=login reason=bad_password account="a\\"b\\nc\\u2028\\u00fc"',
  );
});

test('nothing that is typed makes a second line', () => {
  for (const account of ['\r', '\n', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0']) {
    expect(authFailLine('203.0.113.7', { kind: 'login', reason: 'x', account })).toMatch(/^[\x20-\x7e]+$/);
  }
});

const hasFail2ban = spawnSync('fail2ban-regex', ['--version']).status === 0;

/** Uses fail2ban's own tool where it is installed (`apt-get install fail2ban`). */
function addressesIn(lines: string[]): string[] {
  const log = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-fail2ban-')), 'log');
  fs.writeFileSync(log, `${lines.join('\n')}\n`);
  const found = execFileSync('fail2ban-regex', ['--out', 'id', log, filter], { encoding: 'utf8' });
  fs.rmSync(path.dirname(log), { recursive: true });
  return found.trim().split('\n').filter(Boolean);
}

test.skipIf(!hasFail2ban)('fail2ban bans who did it, not whom they name', () => {
  const line = authFailLine('203.0.113.7', { kind: 'login', reason: 'bad_password', account: forged });
  const prefixes = ['', 'slipway-1  | ', 'Nov 21 12:00:00 host slipway[123]: '];
  expect(addressesIn(prefixes.map((prefix) => prefix + line))).toEqual(Array(3).fill('203.0.113.7'));
});

test.skipIf(!hasFail2ban)('fail2ban reads IPv6, and nothing out of our other log', () => {
  const v6 = authFailLine('2001:db8::7', { kind: 'share_unknown', reason: 'no_such_link', account: 'abc…' });
  const json = JSON.stringify({ level: 40, msg: 'login failed', account: forged });
  expect(
    addressesIn([json, v6, `{"account":"x AUTH-FAIL ip=198.51.100.3 kind=login reason=x account="}`]),
  ).toEqual(['2001:db8::7']);
});
