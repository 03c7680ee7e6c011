import { headers } from 'next/headers';
import { cleanDialogHistory } from './clean-dialog-history';
import { nonceOf } from './nonce-of';
import { recordEvents } from './record-events';
import { redirectPlikLink } from './redirect-plik-link';

/** Must come before everything that can be clicked. */
export async function EarlyScripts() {
  return (
    // Browsers hide nonces from scripts, so React would report a mismatch.
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {[redirectPlikLink, cleanDialogHistory, recordEvents].map((run) => `(${run})()`).join(';')}
    </script>
  );
}
