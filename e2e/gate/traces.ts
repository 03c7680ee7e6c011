import { onDatabase } from '@/testing/people/account';
import { allOf, type GateReply, type GateRequest } from './ask';
import type { Credential } from './credentials';
import { matrix } from './matrix';
import type { GateWorld, TargetIds } from './world';

const insiders: Credential[] = ['owner', 'member', 'elsewhere', 'uploadToken', 'readToken', 'manageToken'];

/** Marks of the target in an answer to somebody without the right to see them. */
export function leaksIn(world: GateWorld, key: string, who: Credential, reply: GateReply): string[] {
  if (matrix[key]?.isPublic || insiders.includes(who)) return [];
  const { file, title, alias, sender } = world.marks;
  if (isAdminList(key, who))
    return Object.values({ file, sender }).filter((mark) => allOf(reply).includes(mark));
  const marks = { title, alias, sender };
  const hidden = isAuditTo(key, who) ? marks : { file, ...marks };
  return Object.values(hidden).filter((mark) => allOf(reply).includes(mark));
}

/** Ids of shares that an answer reveals to a stranger who didn't send them. */
export function idsIn(
  { shareId, deliveryId, aliasId }: TargetIds,
  question: GateRequest,
  reply: GateReply,
): string[] {
  const named = JSON.stringify(question);
  return [shareId, deliveryId].filter(
    (id) => id !== aliasId && !named.includes(id) && allOf(reply).includes(id),
  );
}

/** Admins see titles and names of inboxes, and nothing of what is in them. */
const isAdminList = (key: string, who: Credential): boolean =>
  /^GET \/(api\/v2\/admin\/(share|alias)|app\/oversight)/.test(key) &&
  (who === 'admin' || who === 'adminToken');

/** The audit log lists the names of existing files. */
const isAuditTo = (key: string, who: Credential): boolean =>
  /^(GET|HEAD) \/(api\/v2\/admin|app)\/audit$/.test(key) && (who === 'admin' || who === 'adminToken');

export async function stateOf(target: TargetIds): Promise<string> {
  const { shareId, aliasId, accountId, sessionId, tokenId, passkeyId, webhookId } = target;
  const { rows } = await onDatabase((db) =>
    db.query(
      `WITH all_of_it AS (SELECT id FROM "Share" WHERE id = $1 OR "aliasId" = $2)
      SELECT
        (SELECT json_agg(s ORDER BY s.id) FROM "Share" s WHERE s.id = $1 OR s."aliasId" = $2) AS shares,
        (SELECT json_agg(to_jsonb(p) - 'views' - 'downloads' - 'lastAccessAt') FROM "Publication" p WHERE p."shareId" = $1) AS link,
        (SELECT json_agg(e ORDER BY e.id) FROM "ShareEvent" e WHERE e."shareId" = $1 AND e.kind <> 'limitReached') AS events,
        (SELECT json_agg(r ORDER BY r.id) FROM "Recipient" r WHERE r."shareId" = $1) AS recipients,
        (SELECT json_agg(to_jsonb(f) - 'sha256' ORDER BY f.id) FROM "File" f WHERE f."shareId" IN (SELECT id FROM all_of_it)) AS files,
        (SELECT json_agg(u."offsetBytes") FROM "Upload" u JOIN "File" f ON f.id = u."fileId" WHERE f."shareId" IN (SELECT id FROM all_of_it)) AS offsets,
        (SELECT json_agg(a) FROM "Alias" a WHERE a.id = $2) AS alias,
        (SELECT json_agg(f) FROM "AliasForm" f WHERE f."aliasId" = $2) AS form,
        (SELECT json_agg(m ORDER BY m."shareId") FROM "SealedManifest" m WHERE m."shareId" IN (SELECT id FROM all_of_it)) AS manifests,
        (SELECT json_agg(i) FROM "InboxSeal" i WHERE i."aliasId" = $2) AS seal,
        (SELECT json_agg(r ORDER BY r.id) FROM "Report" r WHERE r."shareId" = $1) AS reports,
        (SELECT json_agg(d) FROM "Delivery" d WHERE d."shareId" = $1) AS delivery,
        (SELECT json_agg(u ORDER BY u."accountId") FROM "Unread" u WHERE u."shareId" = $1) AS unread,
        (SELECT json_agg(m ORDER BY m."accountId") FROM "AliasMember" m WHERE m."aliasId" = $2) AS members,
        (SELECT json_agg(a) FROM "Account" a WHERE a.id = $3) AS account,
        (SELECT json_agg(f) FROM "SecondFactor" f WHERE f."accountId" = $3) AS factor,
        (SELECT json_agg(k ORDER BY k.id) FROM "Passkey" k WHERE k."accountId" = $3 OR k.id = $6) AS passkeys,
        (SELECT json_agg(w) FROM "Webhook" w WHERE w.id = $7) AS webhooks,
        (SELECT json_agg(d) FROM "WebhookDelivery" d WHERE d."webhookId" = $7) AS sent,
        (SELECT json_agg(c ORDER BY c.id) FROM "AccountCode" c WHERE c."accountId" = $3) AS codes,
        (SELECT json_agg(k.id ORDER BY k.id) FROM "KnownClient" k WHERE k."accountId" = $3) AS known,
        (SELECT json_agg(s ORDER BY s.id) FROM "Session" s WHERE s.id IN ($4, $5)) AS sessions`,
      [shareId, aliasId, accountId, sessionId, tokenId, passkeyId, webhookId],
    ),
  );
  return JSON.stringify(rows[0]);
}
