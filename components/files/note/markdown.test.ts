import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown';

test.each([
  ['a list', '- ראשון\n- שני', 'ul'],
  ['a numbered list', '1. أول', 'ol'],
  ['a quotation', '> اقتباس', 'blockquote'],
  ['a table', '| الاسم | Size |\n|-|-|\n| ملف | 3 |', 'table'],
])('%s in a note begins at the side of its text', (_, text, tag) =>
  expect(renderToStaticMarkup(createElement(Markdown, { text }))).toContain(`<${tag} dir="auto">`),
);
