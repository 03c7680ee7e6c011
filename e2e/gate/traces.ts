import { escapeLiteral } from 'pg';
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

type ForeignKey = { table: string; column: string; parent: string; parentColumn: string };

/** Of the whole database, as its migrations made it. */
const foreignKeys = `
  SELECT k.conrelid::regclass::text AS "table", a.attname AS "column",
    k.confrelid::regclass::text AS "parent", b.attname AS "parentColumn"
  FROM pg_constraint k
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
  JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
  WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
  ORDER BY 1, 2`;

/** What work in the background changes, and who opens a link. */
const restless: Record<string, { without?: string[]; where?: string }> = {
  Publication: { without: ['views', 'downloads', 'lastAccessAt'] },
  File: { without: ['sha256', 'crc32'] },
  ShareEvent: { where: "kind <> 'limitReached'" },
};
const passing = ['Visit', 'Download', 'Thumbnail', 'Notice'];

const quoted = (name: string) => `"${name.replaceAll('"', '')}"`;

/** The condition for rows of a table that belong to a target: by their own id, or by what they refer to. */
function belongs(table: string, roots: Record<string, string[]>, keys: ForeignKey[]): string {
  const own = roots[table] && `id IN (${roots[table].map((id) => escapeLiteral(id)).join()})`;
  const isRoot = own !== undefined && table !== 'Share';
  const through = keys
    .filter((key) => key.table === quoted(table) && !isRoot)
    .map(({ column, parent, parentColumn }) => ({ column, parent: parent.replaceAll('"', ''), parentColumn }))
    .filter(({ parent }) => parent !== table && (table !== 'Share' || parent === 'Alias'))
    .map(({ column, parent, parentColumn }) => {
      const condition = belongs(parent, roots, keys);
      return `${quoted(column)} IN (SELECT ${quoted(parentColumn)} FROM ${quoted(parent)} WHERE ${condition})`;
    });
  return [own, ...through].filter(Boolean).join(' OR ') || 'false';
}

let known: ForeignKey[] | undefined;

/** All rows of the target, in all tables that refer to it: a new table is among them. */
export async function stateOf(target: TargetIds): Promise<string> {
  const { shareId, aliasId, accountId, sessionId, tokenId, passkeyId, webhookId } = target;
  const roots = {
    Share: [shareId],
    Alias: [aliasId],
    Account: [accountId],
    Session: [sessionId, tokenId],
    Passkey: [passkeyId],
    Webhook: [webhookId],
  };
  return onDatabase(async (db) => {
    known ??= (await db.query<ForeignKey>(foreignKeys)).rows;
    const keys = known;
    const tables = [
      ...new Set([...Object.keys(roots), ...keys.map(({ table }) => table.replaceAll('"', ''))]),
    ];
    const parts = tables
      .filter((table) => !passing.includes(table))
      .map((table) => {
        const { without = [], where = 'true' } = restless[table] ?? {};
        const columns = `to_jsonb(t)${without.map((column) => ` - ${escapeLiteral(column)}`).join('')}`;
        const rows = `SELECT ${columns} AS r FROM ${quoted(table)} t WHERE (${belongs(table, roots, keys)}) AND ${where}`;
        return `${escapeLiteral(table)}, (SELECT json_agg(r ORDER BY r::text) FROM (${rows}) AS one)`;
      });
    const { rows } = await db.query(`SELECT json_build_object(${parts.join()}) AS state`);
    return JSON.stringify(rows[0].state);
  });
}
