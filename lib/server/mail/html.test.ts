import { describe, expect, test } from 'vitest';
import { htmlOf, labelsIn } from './html';
import type { MailPicture } from './mailer';

type Options = Partial<Parameters<typeof htmlOf>[1]>;

const frame = { language: 'en', subject: 'Plans', appName: 'Slipway', host: 'files.example.org' };
const url = 'https://files.example.org/app/open/x';
const page = (text: string, options: Options = {}) =>
  htmlOf(text, { ...frame, isLink: URL.canParse, isButton: () => true, hasFinePrint: true, ...options });

/** The card's content, without the looks. */
const bodyOf = (text: string, options: Options = {}) =>
  /<td class="card"[^>]*>\n([\s\S]*)\n<\/td><\/tr>\n<tr><td class="muted"/
    .exec(page(text, options))?.[1]
    ?.replace(/ (?:style|class|dir|role|width|height|cellpadding|cellspacing|bgcolor|valign)="[^"]*"/g, '');

const picture = (n: number): MailPicture => ({
  cid: `${n}@x`,
  contentType: 'image/jpeg',
  content: Buffer.alloc(0),
  alt: `"${n}.jpg"`,
  width: 173,
  height: 115,
});

test.each([
  ['paragraphs and lines', 'One\ntwo\n\n\nthree\n', '<p>One<br>\ntwo</p>\n<p>three</p>'],
  [
    'addresses, without the sign that ends the sentence',
    'See https://a.example/x?y=1&z=2.',
    '<p>See <a href="https://a.example/x?y=1&amp;z=2">https://a.example/x?y=1&amp;z=2</a>.</p>',
  ],
  ['addresses in brackets', '(http://a.example)', '<p>(<a href="http://a.example">http://a.example</a>)</p>'],
  [
    'a link below its label',
    `Hello\nView files:\n${url}\nBye`,
    `<p>Hello</p>\n<table><tr>\n<td><a href="${url}">View files</a></td>\n</tr></table>\n<p>${url}</p>\n<p>Bye</p>`,
  ],
  [
    'a link below a wide colon',
    `ファイルを見る：\n${url}`,
    `<table><tr>\n<td><a href="${url}">ファイルを見る</a></td>\n</tr></table>\n<p>${url}</p>`,
  ],
  ['a link below no label', `View files\n${url}`, `<p>View files<br>\n<a href="${url}">${url}</a></p>`],
  ['a link apart from the label', `View:\n\n${url}`, `<p>View:</p>\n<p><a href="${url}">${url}</a></p>`],
  ['a link among words', `View:\nat ${url}`, `<p>View:<br>\nat <a href="${url}">${url}</a></p>`],
  ['a label without a link', 'View:', '<p>View:</p>'],
])('text becomes HTML: %s', (_, text, html) => expect(bodyOf(text)).toBe(html));

test('everything else is text', () => {
  const evil =
    '<script>alert("x")</script> javascript:alert(1) https://a.example/"onclick="x" <b>\'& <!-- ]]>';
  const html = page(`${evil}\n\n${evil}:\n${url}`, { subject: evil, appName: evil, headings: [evil] });
  expect(html.match(/<script|<b>|javascript:alert\(1\)"|onclick="x"|<!-- \]/g)).toBeNull();
  expect(html.match(/<title>.*<\/title>/)?.[0]).toContain('&lt;script&gt;');
});

test('text that must not become a link or button stays text', () => {
  const isLink = (link: string) => link === url;
  const isButton = (label: string) => label === 'View files';
  expect(bodyOf(`https://evil.example ${url}`, { isLink })).toBe(
    `<p>https://evil.example <a href="${url}">${url}</a></p>`,
  );
  expect(bodyOf('View files:\nhttps://evil.example', { isLink })).not.toContain('<a');
  expect(bodyOf(`Your mailbox is full, click:\n${url}`, { isLink, isButton })).not.toContain('<table');
  expect(labelsIn('{{title}}:\n{{url}}\nView files:\n{{url}}\nHello')).toEqual(['View files']);
  expect(labelsIn(`${'x'.repeat(80)}:\n：\n`)).toEqual([]);
});

test('headings and a code that is to be typed stand out', () => {
  const html = bodyOf('your code:\n\n042137\n\nPlans\n\nnot 042137', { code: '042137', headings: ['Plans'] });
  expect(html?.match(/<strong>.*?<\/strong>/g)).toEqual([
    '<strong>042137</strong>',
    '<strong>Plans</strong>',
  ]);
  expect(page('your code:\n\n042137', { code: '042137' }).match(/042137/g)).toHaveLength(1); // none in the preview
});

describe('pictures', () => {
  const cids = (html: string | undefined) => html?.match(/cid:\d|<p>\w+/g);

  test('stand behind the first button, else at the end', () => {
    const pictures = [picture(1), picture(2)];
    expect(cids(bodyOf(`Hi\n\nView:\n${url}\n\nBye`, { pictures }))).toEqual([
      '<p>Hi',
      `<p>https`,
      'cid:1',
      'cid:2',
      '<p>Bye',
    ]);
    expect(cids(bodyOf('Hi\n\nBye', { pictures }))).toEqual(['<p>Hi', '<p>Bye', 'cid:1', 'cid:2']);
  });

  test('have a name where they are not shown, and nothing is loaded from outside', () => {
    const html = page(`View:\n${url}`, { pictures: [picture(1)], logo: picture(2), darkLogo: picture(3) });
    expect(html.match(/alt="[^"]*"/g)).toEqual(['2', '3', '1'].map((n) => `alt="&quot;${n}.jpg&quot;"`));
    expect(html.match(/src="(?!cid:)|url\(|@import|<link/)).toBeNull();
  });
});

test('the first button is the one that counts, and what stands below the last is small', () => {
  const text = `Hi\n\nExtend:\n${url}\n\nEnd:\n${url}2\n\nSettings`;
  expect(page(text).match(/<a class="\w+"/g)).toEqual(['<a class="action"', '<a class="plain"']);
  expect(page(text)).toMatch(/<p dir="auto" class="muted"[^>]*>Settings/);
  expect(page(text, { hasFinePrint: false })).not.toMatch(/class="muted"[^>]*>Settings/);
});
