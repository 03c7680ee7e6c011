import { call } from '@/lib/client/call/call';
import type { UploadDoor } from '@/lib/client/upload/upload-door';
import { share } from '@/lib/contract/share';
import { propertiesOf } from './delivery-rules';

/**
 * The share that a delivery goes into: a new one, or the one that was left empty, which a sender can't take back. Its
 * note can't be written any more, so with one there is a new share.
 */
export async function shareFor(note: string, door: UploadDoor, left: string | null): Promise<string> {
  if (left && note.trim() === '' && (await isThere(left, door))) return left;
  const { headers } = door;
  const { id } = await call(share.createThroughAlias, { body: propertiesOf(note) }, { headers });
  return id;
}

const isThere = (shareId: string, { arrivalsOf }: UploadDoor): Promise<boolean> =>
  arrivalsOf(shareId).then(
    () => true,
    () => false,
  );
