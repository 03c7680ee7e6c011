import type { OutgoingHttpHeaders } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { cookieNames, headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { isLong } from '@/testing/is-long';
import { running } from '@/testing/server/running';
import { ask, type GateRequest } from '../gate/ask';
import type { Credential } from '../gate/credentials';
import { isPage, matrix, methodOf, requestFor } from '../gate/matrix';
import { type GateWorld, makeWorld } from '../gate/world';

let world: GateWorld;
beforeAll(async () => {
  world = await makeWorld();
});

/** Latin-1 letters that stand for bytes which are invalid UTF-8. */
const bytes = '\u00ff\u00fe\u0080\u00c3';
const metadata = Buffer.from([0xff, 0xfe, 0x80, 0xc3]).toString('base64');

const dates = ['Thu, 01 Jan 1601 00:00:00 GMT', 'Fri, 31 Dec 99999 23:59:59 GMT', '-1', '1e308'];

const headers: OutgoingHttpHeaders[] = [
  { [headerNames.auth]: bytes },
  { [headerNames.alias]: bytes },
  { [headerNames.password]: bytes, authorization: `Basic ${bytes}`, 'x-request-id': bytes },
  {
    [programHeaderNames.fileName]: `%41${bytes}%zz`,
    [programHeaderNames.fileType]: bytes,
    [programHeaderNames.fileLength]: bytes,
  },
  { 'upload-metadata': `filename ${metadata},filetype ${metadata},relativePath ${metadata}` },
  { 'upload-metadata': `${bytes} ${bytes}`, 'upload-checksum': `sha1 ${bytes}`, 'tus-resumable': bytes },
  { 'upload-length': '9223372036854775808', 'upload-offset': '9223372036854775808' },
  { 'upload-length': '1e308', 'upload-offset': bytes },
  {
    cookie: Object.values(cookieNames)
      .map((name) => `${name}=${bytes}%ff; ${bytes}=${bytes}`)
      .join('; '),
  },
  { cookie: `${'x=y; '.repeat(100)}=; ;;; x; "; ${cookieNames.auth}="${'x'.repeat(8_000)}"` },
  { 'content-type': bytes, 'accept-language': bytes, accept: bytes, 'accept-encoding': bytes },
  { 'content-type': `multipart/form-data; boundary="${bytes}"` },
  { range: `bytes=${bytes}`, 'if-none-match': `"${bytes}"`, 'if-match': bytes, 'user-agent': bytes },
  { 'x-forwarded-for': bytes, 'x-forwarded-host': bytes, host: bytes, upgrade: bytes, connection: bytes },
  ...dates.map((date) => ({
    'if-modified-since': date,
    'if-unmodified-since': date,
    'if-range': date,
    date,
  })),
];

const endings = [
  '%',
  '%ff',
  '%ED%A0%80',
  '\u00ff',
  '?\u00ff=%ff&q=%C3',
  '?q=%zz&page=%',
  '?q=%00&state=%00&from=%00',
];

const order = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE'];
const keys = Object.keys(matrix).sort((a, b) => order.indexOf(methodOf(a)) - order.indexOf(methodOf(b)));

function whoMay(key: string): Credential {
  if (key.includes('/alias/upload')) return 'alias';
  return /account|audit|doctor|invite/.test(key) ? 'admin' : 'owner';
}

async function wrongOf(question: GateRequest): Promise<string | null> {
  const said = await ask(question).catch((error: Error) => ({ status: 0, text: error.message }));
  return said.status >= 200 && said.status < 500
    ? null
    : `${said.status} ${said.text}: ${JSON.stringify(question)}`;
}

/** Half of the values per call, a sixth per page, which is slower. `SLIPWAY_LONG=1` tries all. */
function someFor<T>(key: string, odd: readonly T[]): readonly T[] {
  const row = keys.indexOf(key);
  return isLong ? odd : odd.filter((_, at) => (row + at) % (isPage(key) ? 6 : 2) === 0);
}

test.each(keys)('%s answers or refuses headers of odd bytes', async (key) => {
  const shown = matrix[key]?.asStandIn ? await world.standIn('admin') : world.shown(whoMay(key));
  const good = requestFor(key, world.bait);
  const wrong = await Promise.all(
    someFor(key, headers).map((odd) => wrongOf({ ...good, headers: { ...good.headers, ...shown, ...odd } })),
  );
  expect(wrong.filter(Boolean)).toEqual([]);
});

test.each(keys)('%s answers or refuses an address that is no text', async (key) => {
  const { method, path } = requestFor(key, world.bait);
  const shown = world.shown('admin');
  const wrong = await Promise.all(
    someFor(key, endings).map((ending) => wrongOf({ method, path: path + ending, headers: shown })),
  );
  expect(wrong.filter(Boolean)).toEqual([]);
});

test('the server still works afterwards', async () => {
  expect((await fetch(`${running().url}/healthz`)).status).toBe(200);
});
