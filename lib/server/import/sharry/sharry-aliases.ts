import 'server-only';
import type { SourceItem } from '../source';
import type { SharryInstallation } from './installation';
import { isYes } from './sharry-database';

type SharryAliasRow = {
  id: string;
  account_id: string;
  name_: string;
  validity: number;
  enabled: boolean | number;
  created: string;
};

const select = `
  SELECT id, account_id, name_, validity, enabled, created FROM alias_ ORDER BY created, id`;
const selectMembers = 'SELECT account_id FROM alias_member WHERE alias_id = $1 ORDER BY account_id';

export async function* readAliases({ db, parseTime }: SharryInstallation): AsyncGenerator<SourceItem> {
  for (const row of await db.rows<SharryAliasRow>(select))
    yield {
      alias: {
        oldId: row.id,
        ownerId: row.account_id,
        name: row.name_.trim() || row.id,
        enabled: isYes(row.enabled),
        validityMs: Math.max(1, row.validity) * 1000,
        memberIds: (await db.rows<{ account_id: string }>(selectMembers, [row.id])).map(
          (one) => one.account_id,
        ),
        createdAt: parseTime(row.created),
      },
    };
}
