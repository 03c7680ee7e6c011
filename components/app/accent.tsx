import { buttonColors, readableAccents } from '@/lib/domain/look';

/** The operator's colour, as each theme can show it. After app/globals.css, whose variables it replaces. */
export function Accent({ color }: { color: string | undefined }) {
  if (color === undefined) return null;
  return <ThemeColors color={color} variables={(shown) => ({ '--accent': shown, ...buttonColors(shown) })} />;
}

type ThemeColorsProps = {
  color: string;
  variables: (shown: string) => Record<string, string>;
  /** Selector of the part of the page that has the colour; the whole page if there is none. */
  within?: string;
};

export function ThemeColors({ color, variables, within }: ThemeColorsProps) {
  const { light, dark } = readableAccents(color);
  const inDark = declarations(variables(dark));
  const at = (theme: string) => (within ? `${theme} ${within}` : theme);
  const rules = `${at(':root')}{${declarations(variables(light))}}@media not print{${at('[data-theme="dark"]')}{${inDark}}}@media screen and (prefers-color-scheme:dark){${at('[data-theme="system"]')}{${inDark}}}`;
  return <style>{rules}</style>;
}

const declarations = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map((pair) => pair.join(':'))
    .join(';');
