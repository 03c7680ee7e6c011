import { headers } from 'next/headers';
import { keepEarlyActs } from './keep-early-acts';
import { nonceOf } from './nonce-of';

/** Stands before everything that can be pressed. */
export async function EarlyActs() {
  return (
    // Browsers hide a nonce from what reads the page, and so from React.
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {`(${keepEarlyActs})()`}
    </script>
  );
}
