import { expect, test } from 'vitest';
import { codeLanguage } from './code-language';

test.each([
  ['main.py', 'python'],
  ['Server.TS', 'typescript'],
  ['Makefile', 'makefile'],
  ['docker-compose.yml', 'yaml'],
  ['archive.tar.diff', 'diff'],
])('%s is written in %s', (name, language) => {
  expect(codeLanguage(name)).toBe(language);
});

test.each(['notes.txt', 'README', '', '.gitignore', 'a.b.c.'])('%s is plain text', (name) => {
  expect(codeLanguage(name)).toBeNull();
});
