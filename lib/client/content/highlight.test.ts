import { expect, test } from 'vitest';
import { codeLanguages } from '@/lib/domain/file/code-language';
import { type CodePiece, highlight } from './highlight';

const textOf = (pieces: readonly CodePiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece.pieces))).join('');

test.each(codeLanguages)('%s loses no character, whatever is written in it', (language) => {
  const code = '<a b="c">é</a> # { "x": [1, null] }\n// if (true) return `$1`;\n\t\u202e end';
  expect(textOf(highlight(language, code))).toBe(code);
});

test('words, texts and values are told apart', () => {
  const classes = highlight('python', 'def f(): return "a", 1').flatMap((piece) =>
    typeof piece === 'string' ? [] : [piece.className.split(' ')[0]],
  );
  expect(classes).toEqual(expect.arrayContaining(['hljs-keyword', 'hljs-string', 'hljs-number']));
});
