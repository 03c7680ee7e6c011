import './globals.css';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { headers } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import { Accent } from '@/components/app/accent';
import { EarlyScripts, OldBrowser } from '@/components/app/early-scripts';
import { StrayDrops } from '@/components/app/stray-drops';
import { wordsOf } from '@/components/app/words';
import { themeColors } from '@/lib/client/choices/theme-colors';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { defaultPictures, isTheme, type Theme } from '@/lib/domain/look';
import { localeOfTag, tagOf } from '@/lib/i18n/locales';
import { config } from '@/lib/server/config';
import { earlyScript } from '@/lib/server/http/early-script';
import { chosenPreferences } from '@/lib/server/http/page';
import { cookiesOf } from '@/lib/server/request-headers';
import { appConfig } from '@/lib/server/services/info/app-config';
import { Providers } from './providers';

/** Letters of western languages (decision 0006): the whole font would be a third of what a page loads at first. */
const geistLatin = localFont({
  src: './fonts/geist-latin.woff2',
  variable: '--font-geist-latin',
  weight: '100 900',
});

/** Loaded where a page has other letters. */
const geistSans = localFont({
  src: '../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  adjustFontFallback: false,
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+180-58F, U+E3F, U+1E00-1EFF, U+2070-20AB, U+20AD-2121, U+2123-218F, U+2194-2211, U+2213-27BF',
    },
  ],
});

/** Not the package's font, which every page would preload: only few pages use it. */
const geistMono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  adjustFontFallback: false,
  preload: false,
});

async function chosenTheme(): Promise<Theme> {
  const [preferences, head] = await Promise.all([chosenPreferences(), headers()]);
  const chosen = [preferences?.theme ?? null, ...cookiesOf(head, choiceCookieNames.theme)].find(isTheme);
  return chosen ?? config().INITIAL_THEME;
}

export async function generateMetadata(): Promise<Metadata> {
  const { appName, iconUrl, iconUrlDark } = appConfig({ config: config() });
  return {
    title: { default: appName, template: `%s · ${appName}` },
    applicationName: appName,
    robots: { index: false, follow: false },
    icons:
      iconUrl === defaultPictures.icon
        ? {
            icon: [
              { url: iconUrl, type: 'image/svg+xml', sizes: 'any' },
              { url: '/icon-32.png', type: 'image/png', sizes: '32x32' },
            ],
            apple: '/icon-180.png',
          }
        : {
            icon: [
              { url: iconUrl, media: '(prefers-color-scheme: light)' },
              { url: iconUrlDark, media: '(prefers-color-scheme: dark)' },
            ],
          },
  };
}

export async function generateViewport(): Promise<Viewport> {
  const theme = await chosenTheme();
  if (theme !== 'system') return { themeColor: themeColors[theme] };
  return {
    themeColor: (['light', 'dark'] as const).map((scheme) => ({
      media: `(prefers-color-scheme: ${scheme})`,
      color: themeColors[scheme],
    })),
  };
}

export default async function RootLayout({ children }: LayoutProps<'/'>) {
  const theme = await chosenTheme();
  return (
    <html
      lang={tagOf(localeOfTag(await getLocale()))}
      data-theme={theme}
      className={`${geistLatin.variable} ${geistSans.variable} ${geistMono.variable}`}
    >
      <body>
        <Accent color={config().ACCENT_COLOR} />
        <OldBrowser appName={appConfig({ config: config() }).appName} text={earlyScript('early-old')} />
        <EarlyScripts text={earlyScript('early')} />
        <StrayDrops />
        <NextIntlClientProvider messages={await wordsOf('everybody')}>
          <Providers config={appConfig({ config: config() })} theme={theme}>
            {children}
          </Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
