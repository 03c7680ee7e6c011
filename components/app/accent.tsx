import { buttonColors, readableAccents } from '@/lib/domain/look';

/** The operator's colour, as each theme can show it. After app/globals.css, whose variables it replaces. */
export function Accent({ color }: { color: string | undefined }) {
  if (color === undefined) return null;
  const { light, dark } = readableAccents(color);
  const rules = `:root{${variables(light)}}@media not print{[data-theme="dark"]{${variables(dark)}}}@media screen and (prefers-color-scheme:dark){[data-theme="system"]{${variables(dark)}}}`;
  return <style>{rules}</style>;
}

const variables = (color: string): string =>
  Object.entries({ '--accent': color, ...buttonColors(color) })
    .map((pair) => pair.join(':'))
    .join(';');
