import { expect, test } from 'vitest';
import { showIfOld } from './show-if-old';

// Old browsers refuse the whole script for one literal that they can't read, and no notice would be shown.
test('the text of the script has no literal that only newer browsers read', () => {
  const text = showIfOld.toString();
  expect(text).toContain('new RegExp(');
  expect(text).not.toMatch(/\/\(\?<|=>|\?\.|\?\?|`|\b(const|let)\b/);
});
