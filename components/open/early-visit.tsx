import { headers } from 'next/headers';
import { nonceOf } from '@/components/app/early-scripts';
import { buildUrl } from '@/lib/client/call/call';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';
import { startVisit } from './start-visit';

export async function EarlyVisit({ linkId }: { linkId: string }) {
  const { params, query } = detailInput(linkId);
  const id = encodeURIComponent(linkId);
  // In pieces: programs follow whole addresses, in scripts too, and this one would spend a view.
  const pieces = buildUrl('', open.get.path, params, query).split(id);
  const given = [pieces, id, idempotencyHeader].map((value) => JSON.stringify(value)).join();
  return (
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {`(${startVisit})(${given})`}
    </script>
  );
}
