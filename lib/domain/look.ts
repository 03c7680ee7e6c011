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

export const defaultPictures = { logo: '/logo-light.svg', logoDark: '/logo-dark.svg', icon: '/icon.svg' };
