import { expect, test } from 'vitest';
import { luminanceOf, readableAccents, readableTextColor } from './look';

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

test.each(['#000000', '#ffffff', '#ffd400', '#0b6e4f', '#0000ff', '#7f7f7f'])(
  'the accent %s can be seen on light and on dark pages, and stays where it can be',
  (color) => {
    const { light, dark } = readableAccents(color);
    expect((luminanceOf('#fbfbf9') + 0.05) / (luminanceOf(light) + 0.05)).toBeGreaterThanOrEqual(4.5);
    expect((luminanceOf(dark) + 0.05) / (luminanceOf('#111110') + 0.05)).toBeGreaterThanOrEqual(4.5);
    expect([light, dark]).toContain(color);
  },
);
