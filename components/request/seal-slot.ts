import { call } from '@/lib/client/call/call';
import { trustedInboxKey } from '@/lib/client/sealed/check-inbox-key';
import { toBase64 } from '@/lib/client/sealed/manifest-store';
import type { UploadAccess } from '@/lib/client/upload/access/upload-access';
import { beginWith } from '@/lib/client/upload/sealed/begin-sealing';
import { asked } from '@/lib/contract/alias/asked';
import { sealShareKey } from '@/lib/domain/sealed/inbox-key';
import { newShareKey } from '@/lib/domain/sealed/share-key';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

/** Only this tab has the key: another sitting begins another delivery. @throws {CallError | UntrustedKeyError} */
export async function sealSlot(
  { publicKey, round, ...body }: { token: string; slot: string; publicKey: string | null; round: string },
  { headers }: UploadAccess,
) {
  const trusted = await trustedInboxKey(round, publicKey);
  const shareKey = await newShareKey();
  const sealedKey = toBase64(await sealShareKey(shareKey, bytesOf(trusted)));
  const { share: shareId } = await call(asked.begin, { body: { ...body, sealedKey } });
  const sealing = await beginWith({ shareId, shareKey, headers }, { name: '', note: '' });
  return { shareId, sealing };
}
