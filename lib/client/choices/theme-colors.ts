/** `system` follows the device, also while the page is open. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (value: string): value is Theme => themes.some((theme) => theme === value);

/** The canvas of globals.css, for what the browser draws around the page. */
export const themeColors = { light: '#fbfaf8', dark: '#11100e' };
