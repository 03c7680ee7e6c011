import type { SourceItem, SourcePublication, SourceShare } from '../source';
import 'server-only';
import type { SharryInstallation } from './installation';
import { isYes } from './sharry-database';
import { readFiles } from './sharry-files';

type SharryShareRow = {
  id: string;
  account_id: string;
  alias_id: string | null;
  name_: string | null;
  validity: number;
  max_views: number;
  password: string | null;
  description: string | null;
  created: string;
  link_id: string | null;
  enabled: boolean | number;
  views: number;
  publish_date: string;
  publish_until: string;
  last_access: string | null;
};

const pageSize = 100;
const select = `
  SELECT s.id, s.account_id, s.alias_id, s.name_, s.validity, s.max_views, s.password, s.description,
    s.created, p.id AS link_id, p.enabled, p.views, p.publish_date, p.publish_until, p.last_access
  FROM share s LEFT JOIN publish_share p ON p.share_id = s.id
  WHERE s.id > $1 ORDER BY s.id LIMIT ${pageSize}`;

export async function* readShares(sharry: SharryInstallation): AsyncGenerator<SourceItem> {
  for (let after = ''; ; ) {
    const rows = await sharry.db.rows<SharryShareRow>(select, [after]);
    for (const row of rows) yield* readShare(sharry, row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

async function* readShare(sharry: SharryInstallation, row: SharryShareRow): AsyncGenerator<SourceItem> {
  if (row.password === '') {
    const text = 'its password is empty, so nobody could open it. It comes disabled';
    yield { remark: { kind: 'share', oldId: row.id, name: row.name_, text } };
  }
  const { files, remarks } = await readFiles(sharry, row.id);
  for (const remark of remarks) yield { remark };
  yield { share: { ...shareOf(row, sharry.parseTime), files } };
}

function shareOf(
  row: SharryShareRow,
  parseTime: SharryInstallation['parseTime'],
): Omit<SourceShare, 'files'> {
  return {
    oldId: row.id,
    keepsId: true,
    ownerId: row.account_id,
    aliasId: row.alias_id,
    name: row.name_?.trim() || null,
    description: row.description || null,
    password: row.password ? { hash: row.password } : null,
    maxViews: Math.max(1, row.max_views),
    validityMs: Math.max(1, row.validity) * 1000,
    createdAt: parseTime(row.created),
    publication: publicationOf(row, parseTime),
  };
}

const publicationOf = (
  row: SharryShareRow,
  parseTime: SharryInstallation['parseTime'],
): SourcePublication | null =>
  row.link_id === null
    ? null
    : {
        linkId: row.link_id,
        enabled: isYes(row.enabled) && row.password !== '',
        views: row.views,
        publishedAt: parseTime(row.publish_date),
        publishUntil: parseTime(row.publish_until),
        lastAccessAt: row.last_access ? parseTime(row.last_access) : null,
      };

type SharryAliasRow = {
  id: string;
  account_id: string;
  name_: string;
  validity: number;
  enabled: boolean | number;
  created: string;
};

const selectAliases = `
  SELECT id, account_id, name_, validity, enabled, created FROM alias_ ORDER BY created, id`;
const selectMembers = 'SELECT account_id FROM alias_member WHERE alias_id = $1 ORDER BY account_id';

export async function* readAliases({ db, parseTime }: SharryInstallation): AsyncGenerator<SourceItem> {
  for (const row of await db.rows<SharryAliasRow>(selectAliases))
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
