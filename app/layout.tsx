import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import { cookies } from 'next/headers';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale } from 'next-intl/server';
import { cookieNames } from '@/lib/contract/names';
import { config } from '@/lib/server/config';
import { Providers } from './providers';

export default async function RootLayout({ children }: LayoutProps<'/'>) {
  const chosen = (await cookies()).get(cookieNames.theme)?.value ?? config().INITIAL_THEME;
  return (
    <html
      lang={await getLocale()}
      data-theme={chosen === 'dark' ? 'dark' : 'light'}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        <NextIntlClientProvider>
          <Providers>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
