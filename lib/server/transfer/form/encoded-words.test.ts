import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parsePart } from './part';

const nameIn = (parameter: string) =>
  parsePart({ 'content-disposition': [`form-data; name="f"; ${parameter}`] }, Readable.from([])).fileName;

test.each([
  ['filename="=?utf-8?B?w7xiZXJzaWNodC5wZGY=?="', 'übersicht.pdf'],
  ['filename==?utf-8?B?w7xiZXJzaWNodC5wZGY=?=', 'übersicht.pdf'],
  ['filename="=?UTF-8?Q?=C3=BCber_sicht=2Epdf?="', 'über sicht.pdf'],
  ['filename="=?iso-8859-1?q?=FCber.pdf?="', 'über.pdf'],
  ['filename="=?windows-1251?B?xvPw7eDrLnR4dA==?="', 'Журнал.txt'],
  ['filename="=?iso-2022-jp?B?GyRCRnxLXBsoQi50eHQ=?="', '日本.txt'],
  ['filename="=?utf-8?B?w7xi?= =?utf-8?B?ZXIucGRm?="', 'über.pdf'],
  ['filename="=?utf-8*de?B?w7xi?="', 'üb'],
])('%s names what a program has encoded as in mails', (parameter, name) => {
  expect(nameIn(parameter)).toBe(name);
});

test.each([
  ['filename="a=?utf-8?B?w7xi?=.txt"', 'a=?utf-8?B?w7xi?=.txt'],
  ['filename="=?utf-8?X?w7xi?="', '=?utf-8?X?w7xi?='],
  ['filename="x"; filename*=UTF-8\'\'%3D%3Futf-8%3FB%3Fw7xi%3F%3D', '=?utf-8?B?w7xi?='],
])('%s keeps its letters, as no program means it so', (parameter, name) => {
  expect(nameIn(parameter)).toBe(name);
});

test('a name of a thousand such words takes no time', () => {
  const startedAt = performance.now();
  nameIn(`filename="${'=?utf-8?B?w7xi?= '.repeat(1_000)}x"`);
  nameIn(`filename="${'=?utf-8?Q?'.repeat(5_000)}"`);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
