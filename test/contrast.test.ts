import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { themeColors } from '@/lib/client/choices/theme-colors';

type Rgb = [red: number, green: number, blue: number];
type Colour = { rgb: Rgb; alpha: number };

const css = fs.readFileSync(path.join(import.meta.dirname, '../app/globals.css'), 'utf8');
const light = tokensOf(':root');
const themes = { light, dark: { ...light, ...tokensOf('@utility dark-colors') } };

describe.each(Object.entries(themes))('on %s pages', (theme, tokens) => {
  const surfaces = ['canvas', 'raised', 'sunken'];

  test.each(surfaces)('text can be read on %s', (surface) => {
    for (const text of ['ink', 'muted']) expect(contrast(tokens, text, surface), text).toBeGreaterThan(4.5);
  });

  test.each(['canvas', 'raised'])('links, warnings and errors can be read on %s', (surface) => {
    for (const text of ['accent', 'warn-text', 'danger'])
      expect(contrast(tokens, text, surface), text).toBeGreaterThan(4.5);
  });

  test('code can be read in all its colours', () => {
    for (const text of ['code-word', 'code-text', 'code-value', 'accent', 'danger', 'muted'])
      expect(contrast(tokens, text, 'raised'), text).toBeGreaterThan(4.5);
  });

  test.each(surfaces)('text can be read on a row of %s under the pointer', (surface) => {
    const hovered = blend(colour(tokens, 'hover'), colour(tokens, surface).rgb);
    for (const text of ['ink', 'muted'])
      expect(ratio(colour(tokens, text).rgb, hovered), text).toBeGreaterThan(4.5);
  });

  test.each(['canvas', 'raised'])('icons, edges and states stand out from %s', (surface) => {
    for (const sign of ['faint', 'edge', 'accent', 'live', 'warn', 'danger'])
      expect(contrast(tokens, sign, surface), sign).toBeGreaterThanOrEqual(3);
  });

  test('buttons can be read', () => {
    expect(contrast(tokens, 'canvas', 'ink')).toBeGreaterThan(4.5);
    expect(ratio([1, 1, 1], colour(tokens, 'danger-solid').rgb)).toBeGreaterThan(4.5);
  });

  test('the browser paints its own frame in the colour of the page', () => {
    const hex = themeColors[theme as keyof typeof themeColors];
    const shown = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const canvas = colour(tokens, 'canvas').rgb.map((part) => Math.round(encode(part) * 255));
    expect(shown).toEqual(canvas);
  });
});

function tokensOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0] ?? '';
  const pairs = block.matchAll(/--([\w-]+):\s*([^;]+);/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

function colour(tokens: Record<string, string>, name: string): Colour {
  const value = (tokens[name] ?? '').replace('var(--hue)', tokens.hue ?? '');
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+)%)?\)$/.exec(value);
  if (!parts) throw new Error(`not an oklch colour: ${name}: ${value}`);
  const [l = 0, c = 0, h = 0] = parts.slice(1, 4).map(Number);
  return { rgb: fromOklch(l, c, h), alpha: Number(parts[4] ?? 100) / 100 };
}

/** Uses Björn Ottosson's matrices. Returns linear sRGB, clipped to its gamut. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (part: number) => Math.min(1, Math.max(0, part));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const encode = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
const decode = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function blend({ rgb, alpha }: Colour, below: Rgb): Rgb {
  const mix = (over: number, under: number) => decode(encode(over) * alpha + encode(under) * (1 - alpha));
  return [mix(rgb[0], below[0]), mix(rgb[1], below[1]), mix(rgb[2], below[2])];
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Contrast as in WCAG 2, from 1 to 21. */
function ratio(one: Rgb, other: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function contrast(tokens: Record<string, string>, one: string, other: string): number {
  return ratio(colour(tokens, one).rgb, colour(tokens, other).rgb);
}
