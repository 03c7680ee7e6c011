import { expect, test } from 'vitest';
import { readRecipients } from './recipients';

const ada = 'ada@example.org';
const bob = 'bob@example.org';

test.each([
  ['commas', `${ada}, ${bob},`],
  ['semicolons', `${ada}; ${bob};`],
  ['blanks', `  ${ada}   ${bob} `],
  ['line ends', `${ada}\r\n${bob}\n\n`],
  ['tabs', `${ada}\t${bob}`],
  ['no-break spaces', `${ada},\u00a0${bob}\u00a0`],
  ['commas of Japanese and Chinese keyboards', `${ada}、${bob}，`],
  ['commas of Arabic keyboards', `${ada}، ${bob}`],
  ['full-width signs', `${ada.replace('@', '＠')}；Bo， B <${bob}>；`],
  ['names', `Ada Lovelace <${ada}>, Bob <${bob}>`],
  ['names with nothing between them', `Ada <${ada}> Bob <${bob}>`],
  ['names without blanks', `Ada<${ada}>;<${bob}>`],
  ['quoted names with commas and semicolons', `"Lovelace, Ada; King" <${ada}>, "B, o, b" <${bob}>`],
  ['unquoted names with commas, between semicolons', `Lovelace, Ada <${ada}>; Bo, B <${bob}>`],
  ['an address for a name', `"${ada}" <${ada}>; '${bob}' <${bob}>`],
  ['quoted addresses', `'${ada}', "${bob}"`],
  ['links', `mailto:${ada}?subject=Hi&cc=x@example.org, MAILTO:bob%40example.org`],
  ['links with names', `Ada <mailto:${ada}>; Bob <mailto:${bob}>`],
  ['invisible characters', `\ufeff\u200b${ada}\u200b;\u202a${bob}\u202c`],
  ['an address before a name', `${ada} Bob "x@example.org" <${bob}>`],
  ['other spellings of the same', `${ada} Ada <ADA@EXAMPLE.ORG>; ${bob} <${bob}>`],
])('receivers are understood with %s', (_, text) => {
  expect(readRecipients([text])).toEqual({ addresses: [ada, bob], wrong: [] });
});

test('each text of several may name several', () => {
  expect(readRecipients([`${ada}, Bob <${bob}>`, '', ' ', 'x@bücher.example'])).toEqual({
    addresses: [ada, bob, 'x@xn--bcher-kva.example'],
    wrong: [],
  });
});

test.each([
  ['eve', ['eve']],
  [`${ada}, eve, Eve Adams <eve>`, ['eve', 'Eve Adams <eve>']],
  [`eve, Ada <${ada}>`, ['eve']],
  [`Eve Adams ${ada}`, [`Eve Adams ${ada}`]],
  [`Bcc: ${ada}`, [`Bcc: ${ada}`]],
  [`friends: ${ada}, ${bob};`, [`friends: ${ada}`]],
  [`<${ada}> SIZE=1`, ['SIZE=1']],
  [`${ada}>`, [`${ada}>`]],
  [`Ada <${ada}`, [`Ada <${ada}`]],
  [`"Ada <${ada}>`, []],
  [`${ada} (${bob})`, [`${ada} (${bob})`]],
  ['Nobody <>', ['Nobody <>']],
  ['mailto:?to=eve@example.org', ['mailto:?to=eve@example.org']],
  ['mailto:%ff@example.org', ['mailto:%ff@example.org']],
  ['\u200b, ;\n', []],
])('what is no address in %j is named as it was written', (text, wrong) => {
  expect(readRecipients([text]).wrong).toEqual(wrong);
});
