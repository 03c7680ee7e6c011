import 'server-only';
import type { Item, SourceAccount } from '../source';
import type { Sharry } from './installation';
import { isYes } from './sharry-database';

type Row = {
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
  /** Its links that are open there. */
  links: string;
};

/** Logins are folded there since 1.6: of those that differ by case, only the one in lower case could still sign in. */
const select = `
  SELECT id, login, source, state, password, email, admin, logincount, lastlogin, created, (
    SELECT count(*) FROM share s JOIN publish_share p ON p.share_id = s.id
    WHERE s.account_id = a.id AND p.enabled
  ) AS links
  FROM account_ a ORDER BY a.created, id`;

export async function* readAccounts(sharry: Sharry): AsyncGenerator<Item> {
  const rows = await sharry.db.rows<Row>(select);
  const isOdd = ({ login }: Row) => Number(login !== login.toLowerCase());
  for (const row of rows.sort((one, other) => isOdd(one) - isOdd(other))) {
    const account = accountOf(row, sharry.instant);
    yield { account };
    for (const text of changes(row, account))
      yield { remark: { kind: 'account', oldId: row.id, name: row.login, text } };
  }
  yield* readInvitations(sharry);
}

async function* readInvitations({ db, instant, inviteMs }: Sharry): AsyncGenerator<Item> {
  if (!db.hasTable('invitation')) return;
  const rows = await db.rows<{ id: string; created: string }>(
    'SELECT id, created FROM invitation ORDER BY created, id',
  );
  for (const { id: key, created } of rows) {
    const createdAt = instant(created);
    yield { invitation: { key, createdAt, expiresAt: new Date(createdAt.getTime() + inviteMs) } };
  }
}

function accountOf(row: Row, instant: Sharry['instant']): SourceAccount {
  const isIntern = row.source === 'intern';
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
    // Without one, the first sign-in through a provider may correct the spelling of the subject: see federated-account.ts.
    lastLoginAt: isIntern && row.lastlogin ? instant(row.lastlogin) : null,
    createdAt: instant(row.created),
  };
}

/** What the provider calls the person, in lower case: Sharry keeps it no other way. */
function subjectOf({ login, source }: Row): string {
  const ending = `@${source.slice('oauth:'.length)}`;
  return source.startsWith('oauth:') && login.endsWith(ending) ? login.slice(0, -ending.length) : login;
}

function changes({ source, links }: Row, { state, subject }: SourceAccount): string[] {
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
