import { expect, test } from 'vitest';
import { luminanceOf, readableTextColor } from './look';

test('words on a colour are white on dark ones and black on light ones', () => {
  expect(['#000000', '#0b6e4f', '#c2185b', '#ffd400', '#ffffff', '#00ff00'].map(readableTextColor)).toEqual([
    '#ffffff',
    '#ffffff',
    '#ffffff',
    '#000000',
    '#000000',
    '#000000',
  ]);
});

test('every grey leaves its words readable', () => {
  for (let part = 0; part < 256; part++) {
    const color = `#${part.toString(16).padStart(2, '0').repeat(3)}`;
    const [one, other] = [luminanceOf(color), luminanceOf(readableTextColor(color))].sort((a, b) => b - a);
    expect(((one ?? 0) + 0.05) / ((other ?? 0) + 0.05)).toBeGreaterThanOrEqual(4.5);
  }
});
