/** Specific names first, because most browsers also name the ones they are based on. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Vivaldi', /\bVivaldi\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /Chrom(?:e|ium)\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
  ['Wget', /^Wget\//],
  ['Python', /^python|aiohttp/i],
  ['ShareX', /^ShareX/],
  ['Node.js', /^(?:node|undici)\b/],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const;

export function readUserAgent(header: string | null): { browser: string | null; system: string | null } {
  const nameIn = (kinds: readonly (readonly [string, RegExp])[]) =>
    kinds.find(([, sign]) => sign.test(header ?? ''))?.[0] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
