import { expect, test } from 'vitest';
import { orderHeadings } from './order-headings';

const orderOf = (...levels: number[]) => {
  const headings = levels.map((level) => ({ type: 'element', tagName: `h${level}` }));
  const quote = { type: 'element', tagName: 'blockquote', children: headings };
  orderHeadings()({ type: 'root', children: [{ type: 'element', tagName: 'hr' }, quote] });
  return headings.map(({ tagName }) => Number(tagName.slice(1)));
};

test.each([
  [[1], [2]],
  [[2], [2]],
  [
    [2, 3, 2],
    [2, 3, 2],
  ],
  [
    [3, 2, 1],
    [2, 2, 2],
  ],
  [
    [1, 3, 6, 2],
    [2, 3, 4, 3],
  ],
  [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 6],
  ],
])('headings of the levels %j become %j', (written, shown) => {
  expect(orderOf(...written)).toEqual(shown);
});
