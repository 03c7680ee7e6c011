import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages } from 'next-intl/server';
import { cookieNames } from '@/lib/contract/names';
import { config } from '@/lib/server/config';
import { Providers } from './providers';

export function generateMetadata(): Metadata {
  const { APP_NAME, ICON_URL, ICON_URL_DARK } = config();
  const dark = ICON_URL_DARK ? [{ url: ICON_URL_DARK, media: '(prefers-color-scheme: dark)' }] : [];
  return {
    title: { default: APP_NAME, template: `%s – ${APP_NAME}` },
    applicationName: APP_NAME,
    robots: { index: false, follow: false },
    icons: ICON_URL
      ? { icon: [{ url: ICON_URL }, ...dark] }
      : {
          icon: [{ url: '/icon.svg', type: 'image/svg+xml' }, { url: '/icon-32.png' }],
          apple: '/icon-180.png',
        },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf8' },
    { media: '(prefers-color-scheme: dark)', color: '#11110f' },
  ],
};

export default async function RootLayout({ children }: LayoutProps<'/'>) {
  const chosen = (await cookies()).get(cookieNames.theme)?.value ?? config().INITIAL_THEME;
  // The server's own words stay there: answers arrive translated.
  const { errors: _errors, reasons: _reasons, says: _says, ...words } = await getMessages();
  return (
    <html
      lang={await getLocale()}
      data-theme={chosen === 'dark' ? 'dark' : 'light'}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning // the theme may have been switched before React came
    >
      <body>
        <NextIntlClientProvider messages={words}>
          <Providers>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
