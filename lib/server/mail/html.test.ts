import { expect, test } from 'vitest';
import { htmlOf } from './html';

const bodyOf = (text: string, isLink: (url: string) => boolean = URL.canParse) =>
  /<body[^>]*>\n([\s\S]*)\n<\/body>/.exec(htmlOf(text, { language: 'en', isLink }))?.[1];

test('paragraphs and lines stay what they are', () => {
  expect(bodyOf('One\ntwo\n\n\nthree\n')).toBe('<p>One<br>\ntwo</p>\n<p>three</p>');
});

test('addresses become links, without the sign that ends the sentence', () => {
  expect(bodyOf('See https://a.example/x?y=1&z=2.')).toBe(
    '<p>See <a href="https://a.example/x?y=1&amp;z=2">https://a.example/x?y=1&amp;z=2</a>.</p>',
  );
  expect(bodyOf('(http://a.example)')).toBe('<p>(<a href="http://a.example">http://a.example</a>)</p>');
});

test('everything else is text', () => {
  const html = bodyOf(
    '<script>alert("x")</script> javascript:alert(1) https://a.example/"onclick="x" <b>\'&',
  );
  expect(html).not.toMatch(/<(?!\/?(p|a)\b|br>)/);
  expect(html?.match(/<a [^>]*>/g)).toEqual(['<a href="https://a.example/">']);
  expect(html).not.toContain('javascript:alert(1)"');
});

test('what is not to be a link stays an address in words', () => {
  expect(bodyOf('https://evil.example https://a.example/1', (url) => url === 'https://a.example/1')).toBe(
    '<p>https://evil.example <a href="https://a.example/1">https://a.example/1</a></p>',
  );
});

test('a code that is to be typed stands out', () => {
  const html = htmlOf('your code:\n\n042137\n\nnot 042137', {
    language: 'en',
    isLink: () => false,
    code: '042137',
  });
  expect(html).toContain('letter-spacing:0.15em">042137</strong>');
  expect(html).toContain('<p>not 042137</p>');
});
