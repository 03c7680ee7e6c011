import 'server-only';
import { beginningOfTime, readMomentOr } from '../moments';
import type { SourceAccount, SourceItem } from '../source';
import type { SharryInstallation } from './installation';
import { isYes } from './sharry-database';

type SharryAccountRow = {
  id: string;
  login: string;
  source: string;
  state: string;
  password: string;
  email: string | null;
  admin: boolean | number;
  logincount: number;
  lastlogin: string | null;
  created: string;
  links: string;
};

/** Sharry has lowercased logins since 1.6, so of logins that differ by case only the lowercase one can sign in. */
const select = `
  SELECT id, login, source, state, password, email, admin, logincount, lastlogin, created, (
    SELECT count(*) FROM share s JOIN publish_share p ON p.share_id = s.id
    WHERE s.account_id = a.id AND p.enabled
  ) AS links
  FROM account_ a ORDER BY a.created, id`;

export async function* readAccounts(sharry: SharryInstallation): AsyncGenerator<SourceItem> {
  const rows = await sharry.db.rows<SharryAccountRow>(select);
  const isOdd = ({ login }: SharryAccountRow) => Number(login !== login.toLowerCase());
  for (const row of rows.sort((one, other) => isOdd(one) - isOdd(other))) {
    const account = accountOf(row, sharry.parseTime);
    yield { account: account };
    for (const text of describeChanges(row, account))
      yield { remark: { kind: 'account', oldId: row.id, name: row.login, text } };
  }
  yield* readInvitations(sharry);
}

async function* readInvitations({ db, parseTime, inviteMs }: SharryInstallation): AsyncGenerator<SourceItem> {
  if (!db.hasTable('invitation')) return;
  const rows = await db.rows<{ id: string; created: string }>(
    'SELECT id, created FROM invitation ORDER BY created, id',
  );
  for (const { id: key, created } of rows) {
    const createdAt = readMomentOr(beginningOfTime, parseTime(created));
    yield { invitation: { key, createdAt, expiresAt: new Date(createdAt.getTime() + inviteMs) } };
  }
}

function accountOf(row: SharryAccountRow, parseTime: SharryInstallation['parseTime']): SourceAccount {
  const isIntern = row.source === 'intern';
  const createdAt = readMomentOr(beginningOfTime, parseTime(row.created));
  return {
    oldId: row.id,
    login: row.login,
    source: row.source,
    subject: isIntern ? null : subjectOf(row),
    passwordHash: isIntern ? row.password || null : null,
    email: row.email || null,
    state: row.state.toLowerCase() === 'disabled' ? 'Disabled' : 'Active',
    admin: isYes(row.admin),
    maxBytes: null,
    loginCount: row.logincount,
    // Null lets the first sign-in by a provider correct the case of the subject, see federated-account.ts.
    lastLoginAt: isIntern && row.lastlogin ? readMomentOr(createdAt, parseTime(row.lastlogin)) : null,
    createdAt,
  };
}

/** The provider's user id, which Sharry lowercases. */
function subjectOf({ login, source }: SharryAccountRow): string {
  const ending = `@${source.slice('oauth:'.length)}`;
  return source.startsWith('oauth:') && login.endsWith(ending) ? login.slice(0, -ending.length) : login;
}

function describeChanges({ source, links }: SharryAccountRow, { state, subject }: SourceAccount): string[] {
  return [
    ...(source.startsWith('oauth:')
      ? [
          `signs in as "${subject}" with a provider called "${source.slice('oauth:'.length)}": set OAUTH_PROVIDERS`,
        ]
      : []),
    ...(source === 'extern' ? ['signs in through a proxy: set PROXY_AUTH, or a password'] : []),
    ...(state === 'Disabled' && Number(links) > 0
      ? [`is disabled, and its ${links} open links with it: Sharry still answered them`]
      : []),
  ];
}
