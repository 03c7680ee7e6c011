import { headers } from 'next/headers';
import { nonceOf } from '@/components/app/early-scripts';
import { buildUrl } from '@/lib/client/call/call';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { detailInput } from '@/lib/contract/http/file-inputs';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';

/** `text`: of public/early-visit.js */
type EarlyVisitProps = { linkId: string; hasCover: boolean; text: string };

export async function EarlyVisit({ linkId, hasCover, text }: EarlyVisitProps) {
  const { params, query } = detailInput(linkId);
  const id = encodeURIComponent(linkId);
  // In pieces: programs follow whole addresses, in scripts too, and this one would spend a view.
  const pieces = buildUrl('', open.get.path, params, query).split(id);
  const given = [pieces, id, idempotencyHeader].map((value) => JSON.stringify(value)).join();
  const files = fillPath(bytePaths.openFile, { id: linkId, fileId: '' }).replace(/\/$/, '').split(id);
  const shown = [files, id].map((value) => JSON.stringify(value)).join();
  return (
    <script nonce={nonceOf(await headers())} suppressHydrationWarning>
      {`${text}early.startVisit(${given});${hasCover ? `early.drawCover(${shown});` : ''}`}
    </script>
  );
}
