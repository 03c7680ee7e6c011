import { headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import { cleanDialogHistory } from './clean-dialog-history';
import { recordEvents } from './record-events';
import { showIfOld } from './show-if-old';

/** Must come before everything that can be clicked. */
export async function EarlyScripts() {
  return (
    // Browsers hide nonces from scripts, so React would report a mismatch.
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {[redirectPlikLink, cleanDialogHistory, recordEvents].map((run) => `(${run})()`).join(';')}
    </script>
  );
}

export async function OldBrowser({ appName }: { appName: string }) {
  const t = await getTranslations('oldBrowser');
  return (
    <>
      <div id="old-browser" style={{ display: 'none' }} suppressHydrationWarning>
        <h1>{t('title')}</h1>
        <p>{t('text', { app: appName })}</p>
      </div>
      <script nonce={nonceOf(await headers())} suppressHydrationWarning>
        {`(${showIfOld})()`}
      </script>
    </>
  );
}

/**
 * Redirects a link of Plik, whose upload ID is in the fragment and so never reaches the server. Inlined in
 * the page as text, so it can import nothing.
 */
function redirectPlikLink(): void {
  const id = /^#\/\?id=([A-Za-z0-9]{16})(?:&|$)/.exec(location.hash)?.[1];
  if (id) location.replace(`/plik/${id}`);
}

export const nonceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1];
