import 'server-only';
import type { Item } from '../source';
import type { Sharry } from './installation';

type Row = {
  id: string;
  account_id: string;
  name_: string;
  validity: number;
  enabled: boolean;
  created: string;
  members: string[];
};

const select = `
  SELECT id, account_id, name_, validity, enabled, created::text, ARRAY(
    SELECT m.account_id::text FROM alias_member m WHERE m.alias_id = a.id ORDER BY m.account_id
  ) AS members
  FROM alias_ a ORDER BY a.created, id`;

export async function* readAliases({ db, instant }: Sharry): AsyncGenerator<Item> {
  for (const row of await db.rows<Row>(select))
    yield {
      alias: {
        oldId: row.id,
        ownerId: row.account_id,
        name: row.name_.trim() || row.id,
        enabled: row.enabled,
        validityMs: Math.max(1, row.validity) * 1000,
        memberIds: row.members,
        createdAt: instant(row.created),
      },
    };
}
