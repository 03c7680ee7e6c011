import { headerNames, programHeaderNames } from '@/lib/contract/http/names';
import type { Random } from './random';

const long = 'x'.repeat(5_000);

/** Values that are invalid for every field. */
const values: unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  2 ** 31,
  2 ** 53,
  -1e300,
  1e300,
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  'ﬀ',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '{{7*7}}',
  '../../etc/passwd',
  'a\r\nX: y',
  long,
  '%00',
  '1e999',
  [],
  [null],
  [[[[[]]]]],
  {},
  { not: '' },
  { contains: '' },
  { $ne: null },
  { toString: 1 },
  { length: 1e9 },
];

const slots = [
  '%00',
  '%2e%2e%2f%2e%2e%2fetc',
  '..',
  '.',
  '%',
  '%zz',
  '%ff',
  '%E0%80%80',
  '%F0%9F%92%A9',
  "'%3B--",
  '*',
  '__proto__',
  'constructor',
  'null',
  '-1',
  'NaN',
  '%20',
  'a%0d%0aX:%20y',
  'x'.repeat(300),
  'search',
  'new',
  '@',
  '~',
  '%5c..%5c',
];

const queries = [
  'q=%00',
  'q=%ff',
  'q[]=x',
  'q=a&q=b',
  `q=${long}`,
  'page=-1',
  'page=1e30',
  'page=0x10',
  'pageSize=1e9',
  'pageSize=NaN',
  'file=%00',
  'file=..&file=..',
  'preview=2',
  'download=',
  'sort=ownerId',
  'order=;',
  'from=-1',
  'to=99999999999999',
  'event=x',
  'actor=%00',
  'share=..',
  'r=//evil.example',
  'r=%5c%5cevil',
  'state=x&code=y',
  '__proto__[admin]=true',
  '%',
  '&&&=',
];

const headers: [name: string, values: string[]][] = [
  [
    'range',
    [
      'bytes=',
      'bytes=-',
      'bytes=5-1',
      'bytes=0-0,1-1',
      `bytes=${'0-1,'.repeat(500)}0-1`,
      'bytes=-0',
      'x=1-2',
      'bytes=99999999999999999999-',
    ],
  ],
  ['if-none-match', ['*', 'x', '"', 'W/""', long]],
  ['if-modified-since', ['x', '0', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['if-range', ['x', '"']],
  [
    'content-type',
    [
      '',
      'x',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(200)}`,
      'text/xml',
    ],
  ],
  ['upload-offset', ['-1', 'x', '1e3', '0x1', '99999999999999999999', '']],
  ['upload-length', ['-1', 'x', '1e3', '99999999999999999999', '0', '']],
  [
    'upload-metadata',
    [
      'x',
      'filename',
      'filename ==',
      'filename /w==',
      `filename ${'QUFB'.repeat(800)}`,
      ',,,',
      '__proto__ eA==',
    ],
  ],
  ['upload-checksum', ['x', 'sha1 x', 'md5 eA==', 'sha256 =']],
  ['upload-defer-length', ['1']],
  ['upload-concat', ['partial', 'final;/x']],
  ['tus-resumable', ['0.2.2', 'x', '']],
  [programHeaderNames.fileName, ['%00', '%zz', '%2e%2e%2fx', long]],
  [programHeaderNames.fileLength, ['-1', 'x', '1e9']],
  [headerNames.password, ['%zz', '%00', '', long]],
  [
    'cookie',
    [
      'sharry_auth=x',
      'sharry_auth=%zz',
      ';;;=',
      `a=${long}`,
      'slipway_language=../../x',
      'slipway_theme=<',
      'next-auth.session-token=x',
    ],
  ],
  ['accept-language', ['x', '*', long, 'de-DE-x-'.repeat(100)]],
  ['accept', ['x', '']],
  ['accept-encoding', ['x', 'gzip;q=x']],
  ['x-http-method-override', ['DELETE', 'x']],
  ['x-forwarded-for', ['x', '::', '1.1.1.1, x']],
  ['x-forwarded-host', ['evil.example', '[']],
  ['origin', ['null', 'x', 'https://evil.example']],
  ['sec-fetch-site', ['cross-site', 'x']],
  ['rsc', ['1']],
  ['next-router-state-tree', ['%5B', 'x']],
  ['next-router-prefetch', ['1', '2']],
  ['next-router-segment-prefetch', ['/x', '/_tree']],
  ['next-action', ['x']],
  ['next-url', ['/x', '//']],
  ['user-agent', [long, '\u00ff']],
  ['expect', ['100-continue']],
];

const texts = [
  '',
  '{',
  '[]',
  'null',
  '5',
  '"x"',
  '1e999',
  '['.repeat(2_000),
  `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`,
  '{"__proto__":{"admin":true}}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  `{"name":"${'x'.repeat(300_000)}"}`,
  '--part\r\n',
  '--part\r\n\r\n\r\n--part--',
  'a=b&c=d',
  '<x/>',
  '\0\0\0',
];

export const hostileSlot = (random: Random): string => random.one(slots);
export const hostileQuery = (random: Random): string =>
  Array.from({ length: 1 + random.below(3) }, () => random.one(queries)).join('&');

export function hostileHeader(random: Random): Record<string, string> {
  const [name, given] = random.one(headers);
  return { [name]: random.one(given) };
}

export function hostileBody(random: Random, good: string | undefined): string {
  const fields = good && !random.chance(0.3) ? objectIn(good) : null;
  if (!fields) return random.one(texts);
  const keys = [...Object.keys(fields), 'id', 'value', 'members', 'admin'];
  const changed = Array.from({ length: 1 + random.below(3) }, () => [random.one(keys), random.one(values)]);
  return JSON.stringify({ ...fields, ...Object.fromEntries(changed) });
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
