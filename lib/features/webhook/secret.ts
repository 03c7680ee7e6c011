import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import { decryptSecret, encryptSecret, type SecretStore } from '@/lib/server/auth/stored-secret';
import { Prisma, type Webhook } from '@/lib/server/db/generated/client';

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

export const sealSecret = (webhookId: string, secret: string): string =>
  encryptSecret('webhook', webhookId, secret);

/**
 * Returns the headers of Standard Webhooks: one signature for each secret that is valid at `now`. Null when the secret
 * can't be read, because nothing leaves without a signature.
 */
export function signedHeaders(
  { id, secret, oldSecret, oldUntil }: Pick<Webhook, 'id' | 'secret' | 'oldSecret' | 'oldUntil'>,
  { deliveryId, body, now }: { deliveryId: string; body: string; now: Date },
): Record<string, string> | null {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const isOldValid = oldSecret !== null && oldUntil !== null && oldUntil > now;
  const secrets = [secret, ...(isOldValid ? [oldSecret] : [])].map((sealed) =>
    decryptSecret('webhook', id, sealed),
  );
  const signatures = secrets.flatMap((text) =>
    text === null ? [] : [`v1,${sign(text, `${deliveryId}.${timestamp}.${body}`)}`],
  );
  if (signatures.length === 0) return null;
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const sign = (secret: string, content: string) =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(content)
    .digest('base64');

export const secretStores = ['secret', 'oldSecret'].map((name): SecretStore => {
  const column = Prisma.raw(`"${name}"`);
  return {
    purpose: 'webhook',
    list: ({ db }, prefix) => db.$queryRaw`
        SELECT "id" AS "owner", ${column} AS "text" FROM "Webhook" WHERE NOT starts_with(${column}, ${prefix})`,
    replace: ({ db }, { owner, text: was }, text) => db.$executeRaw`
        UPDATE "Webhook" SET ${column} = ${text} WHERE "id" = ${owner} AND ${column} = ${was}`,
  };
});
