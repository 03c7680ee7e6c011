import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { readNote } from './read-note';

const fill = (piece: string) => piece.repeat(Math.floor(65_000 / piece.length));

const hostile = ['[', '](', '> ', '1. ', 'a\n', '**a', '[a](', '|a|b|\n|-|-|\n', '<', '&amp;'].map(fill);

async function longestBlockMs(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let done = false;
  work.finally(() => {
    done = true;
  });
  while (!done) {
    await sleep(1);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
}

beforeAll(() => readNote('the thread has started'));

test('a note is read into what is to be drawn', async () => {
  const tree = await readNote('*plans* <b>');
  expect(JSON.stringify(tree)).toContain(
    '{"type":"element","tagName":"em","properties":{},"children":[{"type":"text","value":"plans"}]}',
  );
});

function toHtml({ tagName, value = '', children = [] }: NoteTree): string {
  const inside = value + children.map(toHtml).join('');
  return tagName ? `<${tagName}>${inside}</${tagName}>` : inside;
}

test.each([
  [
    'an address',
    'Ada Lovelace\nMain Street 1  \n London',
    '<p>Ada Lovelace<br></br>\nMain Street 1<br></br>\nLondon</p>',
  ],
  ['lines with Windows’ ends', 'a\r\nb', '<p>a<br></br>\nb</p>'],
  ['paragraphs', 'a\n\nb', '<p>a</p>\n<p>b</p>'],
  ['a product', '2*3*4 = 24', '<p>2*3*4 = 24</p>'],
  ['products in a line', '5*3 and 4*2, (1+2)*3*4', '<p>5*3 and 4*2, (1+2)*3*4</p>'],
  ['powers and waves', '2**3**4, 5~6~7, x~~y~~z', '<p>2**3**4, 5~6~7, x~~y~~z</p>'],
  ['emphasis', '*a* **b** ~~c~~ (*d*)', '<p><em>a</em> <strong>b</strong> <del>c</del> (<em>d</em>)</p>'],
  ['emphasis between words without blanks', 'これは**強調**です', '<p>これは<strong>強調</strong>です</p>'],
  ['code', '`a*b*c`\n```\n1\n2\n```', '<p><code>a*b*c</code></p>\n<pre><code>1\n2\n</code></pre>'],
  ['tasks', '- [ ] a\n- [x] b', '<ul>\n<li><input></input> a</li>\n<li><input></input> b</li>\n</ul>'],
  ['lines of a list', '- a\n  b', '<ul>\n<li>a<br></br>\nb</li>\n</ul>'],
])('%s stays as people write it', async (_, note, html) => {
  const tree = await readNote(note);
  expect(tree && toHtml(tree)).toBe(html);
});

test('ten texts made to take long hold nobody up, and one that is fine is read soon after', async () => {
  const readings = Promise.all(hostile.map(readNote));
  const honest = readNote('fine');
  expect(await longestBlockMs(readings)).toBeLessThan(400); // each of them alone takes seconds
  await honest;
  expect(await readNote('another that is fine')).not.toBeNull();
}, 60_000);

test('a line of very many blanks is read', async () => {
  expect(await readNote(`a${' '.repeat(60_000)}b\nc`)).not.toBeNull();
});

test('a note that was too long is not rendered again', async () => {
  const text = `${fill('1. ')}!`; // most of a minute on a fast machine
  expect(await readNote(text)).toBeNull();
  const began = performance.now();
  expect(await readNote(text)).toBeNull();
  expect(performance.now() - began).toBeLessThan(250);
});

test('ten visits of one link read its note once', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => readNote('# often')));
  for (const tree of others) expect(tree).toBe(first);
});

test('a note that nests too deeply or grows too long is shown as written', async () => {
  expect(await readNote('> '.repeat(300))).toBeNull();
  expect(await readNote('*a* '.repeat(4_500))).toBeNull();
});
