import { headers } from 'next/headers';
import { heedDialogs } from './heed-dialogs';
import { nonceOf } from './nonce-of';
import { followOldFragment } from './old-fragment';
import { recordEvents } from './record-events';

/** Stands before everything that can be pressed. */
export async function ReplayEvents() {
  return (
    // Browsers hide a nonce from what reads the page, and so from React.
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {[followOldFragment, heedDialogs, recordEvents].map((run) => `(${run})()`).join(';')}
    </script>
  );
}
