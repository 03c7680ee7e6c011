import { headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import { nonceOf } from './nonce-of';
import { showIfOld } from './show-if-old';

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
