export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value);

/** Accepts #0b6e4f, in lower case, as colour pickers write it. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/**
 * Returns black or white, whichever is readable on a #rrggbb colour with a contrast of at least 4.5 (WCAG
 * 2.2, 1.4.3).
 */
export function readableTextColor(color: string): '#000000' | '#ffffff' {
  const luminance = luminanceOf(color);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000';
}

/** Relative luminance from 0 to 1 (WCAG 2.2, definitions). */
export function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

type ThemeColors = Record<'light' | 'dark', string>;

/** Our backgrounds, of app/globals.css. */
const canvases: ThemeColors = { light: '#fbfbf9', dark: '#111110' };
const contrastOf = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

/** Moves a colour away from the background of each theme until it has a contrast of 4.5. */
export const readableAccents = (color: string): ThemeColors => ({
  light: movedUntilReadable(color, 0, canvases.light),
  dark: movedUntilReadable(color, 255, canvases.dark),
});

function movedUntilReadable(color: string, end: 0 | 255, canvas: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mixed(color, end, share);
    if (contrastOf(moved, canvas) >= 4.5) return moved;
  }
  return mixed(color, end, 1);
}

const mixed = (color: string, end: number, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    .map((part) =>
      Math.round(part + (end - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Variables of app/globals.css for buttons. On hover the colour moves away from the text's, for contrast. */
export function buttonColors(color: string): Record<`--${string}`, string> {
  const text = readableTextColor(color);
  const away = text === '#ffffff' ? 'black' : 'white';
  return {
    '--action': color,
    '--action-hover': `color-mix(in oklab, ${color} 86%, ${away})`,
    '--on-action': text,
  };
}

export const defaultPictures = { logo: '/logo-light.svg', logoDark: '/logo-dark.svg', icon: '/icon.svg' };
