export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value);
