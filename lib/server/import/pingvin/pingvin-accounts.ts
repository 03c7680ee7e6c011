import 'server-only';
import type { Item, Remark, SourceAccount } from '../source';
import { count, type Row, type Sqlite, text } from '../sqlite';
import { moment } from './installation';

/** There case tells logins apart and both could sign in, so the older account keeps the login. */
export function* readAccounts(db: Sqlite): Generator<Item> {
  const all = db.all('SELECT * FROM User').map((row) => ({ row, createdAt: moment(row.createdAt) }));
  all.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const { row, createdAt } of all) {
    const providers = db.all('SELECT * FROM OAuthUser WHERE userId = ? ORDER BY id', [text(row.id)]);
    yield { account: account(row, createdAt, providers[0]) };
    for (const words of changes(row, providers))
      yield { remark: remark(text(row.id), text(row.username), words) };
  }
}

const remark = (oldId: string, name: string | null, words: string): Remark => ({
  kind: 'account',
  oldId,
  name,
  text: words,
});

/** Who has a password there keeps it here; others sign in with their provider. */
function account(row: Row, createdAt: Date, provider: Row | undefined): SourceAccount {
  const passwordHash = text(row.password) || null;
  const isExternal = passwordHash === null && provider !== undefined;
  const maxBytes = text(row.storageQuotaLimit);
  return {
    oldId: text(row.id),
    login: text(row.username),
    ...(passwordHash !== null && { otherLogin: text(row.email) }),
    source: isExternal ? `oauth:${text(provider.provider)}` : 'intern',
    subject: isExternal ? text(provider.providerUserId) : null,
    passwordHash,
    email: text(row.email) || null,
    state: count(row.isActivated ?? 1) === 0 ? 'Disabled' : 'Active',
    admin: count(row.isAdmin) === 1,
    maxBytes: /^\d{1,18}$/.test(maxBytes) ? BigInt(maxBytes) : null,
    createdAt,
  };
}

function changes(row: Row, providers: Row[]): string[] {
  const names = providers.map(({ provider }) => text(provider));
  const hasPassword = text(row.password) !== '';
  return [
    ...(hasPassword && names.length > 0
      ? [`signs in with the password from now on, no longer with ${names.join(', ')}`]
      : []),
    ...(!hasPassword && names.length > 1
      ? [`signs in with ${names[0]} from now on, no longer with ${names.slice(1).join(', ')}`]
      : []),
    ...(!hasPassword && text(row.ldapDN) !== '' ? ['signed in by LDAP, which Slipway doesn’t know'] : []),
    ...(count(row.totpVerified) === 1 ? ['loses its second factor: the password alone opens it'] : []),
    ...(count(row.isActivated ?? 1) === 0 ? ['was never activated. It comes disabled'] : []),
  ];
}
