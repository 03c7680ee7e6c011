import { headers } from 'next/headers';
import { leaveDialogEntry } from './leave-dialog-entry';
import { nonceOf } from './nonce-of';
import { followOldFragment } from './old-fragment';
import { recordEvents } from './record-events';

/** Stands before everything that can be pressed. */
export async function ReplayEvents() {
  return (
    // Browsers hide a nonce from what reads the page, and so from React.
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {[followOldFragment, leaveDialogEntry, recordEvents].map((run) => `(${run})()`).join(';')}
    </script>
  );
}
