import { headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';

/** `text`: of public/early.js. Must come before everything that can be clicked. */
export async function EarlyScripts({ text }: { text: string }) {
  return (
    // Browsers hide nonces from scripts, so React would report a mismatch.
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {text}
    </script>
  );
}

/** `text`: of public/early-old.js */
export async function OldBrowser({ appName, text }: { appName: string; text: string }) {
  const t = await getTranslations('oldBrowser');
  return (
    <>
      <div id="old-browser" style={{ display: 'none' }} suppressHydrationWarning>
        <h1>{t('title')}</h1>
        <p>{t('text', { app: appName })}</p>
      </div>
      <script nonce={nonceOf(await headers())} suppressHydrationWarning>
        {text}
      </script>
    </>
  );
}

export const nonceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1];
