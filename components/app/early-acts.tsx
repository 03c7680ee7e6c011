import { headers } from 'next/headers';
import { keepEarlyActs } from './keep-early-acts';

/** Stands before everything that can be pressed. */
export async function EarlyActs() {
  const policy = (await headers()).get('content-security-policy');
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1];
  return (
    // Browsers hide a nonce from what reads the page, and so from React.
    <script nonce={nonce} suppressHydrationWarning>
      {`(${keepEarlyActs})()`}
    </script>
  );
}
