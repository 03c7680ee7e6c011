import { call } from '@/lib/client/call/call';
import { trustedInboxKey } from '@/lib/client/sealed/check-inbox-key';
import { toBase64 } from '@/lib/client/sealed/manifest-store';
import { shareKeys } from '@/lib/client/sealed/share-keys';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import type { CallInput } from '@/lib/contract/http/endpoint';
import { createThroughAlias } from '@/lib/contract/share/create-through-alias';
import { sealShareKey } from '@/lib/domain/sealed/inbox-key';
import { fromBase64Url, newShareKey } from '@/lib/domain/sealed/share-key';
import { beginWith, sealingOf } from './begin-sealing';
import type { Sealing } from './sealing';

type BegunDelivery = { id: string; receipt: string; sealing: Sealing };
type DeliveryBody = CallInput<typeof createThroughAlias>['body'];

/** Creates a delivery that only the owner of the inbox can open. @throws {CallError | UntrustedKeyError} */
export async function sealDelivery(
  { description, ...body }: DeliveryBody,
  { headers }: UploadAccess,
  inbox: { aliasId: string; publicKey: string | null },
): Promise<BegunDelivery> {
  const shareKey = await newShareKey();
  const trusted = await trustedInboxKey(inbox.aliasId, inbox.publicKey);
  const publicKey = fromBase64Url(trusted) ?? new Uint8Array();
  const sealedKey = toBase64(await sealShareKey(shareKey, publicKey));
  const created = { ...body, e2ee: 'v1' as const, sealedKey };
  const { id, receipt } = await call(createThroughAlias, { body: created }, { headers });
  const sealing = await beginWith({ shareId: id, shareKey, headers }, { name: '', note: description ?? '' });
  return { id, receipt, sealing };
}

/** Goes on with a delivery that this tab has sealed; null for others. @throws {CallError} */
export async function goOnSealing(shareId: string, { headers }: UploadAccess): Promise<Sealing | null> {
  const key = shareKeys.get(shareId);
  return key && sealingOf(shareId, key, headers);
}
