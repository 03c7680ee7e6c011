import { expect, test } from 'vitest';
import { showIfOld } from './show-if-old';

// One unknown literal is a syntax error, which would suppress the notice.
test('the text of the script has no literal that only newer browsers read', () => {
  const text = showIfOld.toString();
  expect(text).toContain('new RegExp(');
  expect(text).not.toMatch(/\/\(\?<|=>|\?\.|\?\?|`|\b(const|let)\b/);
});
