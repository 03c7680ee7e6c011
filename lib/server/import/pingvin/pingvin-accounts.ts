import 'server-only';
import { beginningOfTime, readMomentOr } from '../moments';
import type { Remark, SourceAccount, SourceItem } from '../source';
import { asNumber, asText, type SourceRow, type Sqlite } from '../sqlite';

/** Pingvin's logins are case-sensitive. The older of two accounts keeps the login. */
export function* readAccounts(db: Sqlite): Generator<SourceItem> {
  const all = db
    .all('SELECT * FROM User')
    .map((row) => ({ row, createdAt: readMomentOr(beginningOfTime, row.createdAt) }));
  all.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const { row, createdAt } of all) {
    const providers = db.all('SELECT * FROM OAuthUser WHERE userId = ? ORDER BY id', [asText(row.id)]);
    yield { account: accountOf(row, createdAt, providers[0]) };
    for (const words of describeChanges(row, providers))
      yield { remark: remark(asText(row.id), asText(row.username), words) };
  }
}

const remark = (oldId: string, name: string | null, words: string): Remark => ({
  kind: 'account',
  oldId,
  name,
  text: words,
});

function accountOf(row: SourceRow, createdAt: Date, provider: SourceRow | undefined): SourceAccount {
  const passwordHash = asText(row.password) || null;
  const isExternal = passwordHash === null && provider !== undefined;
  const maxBytes = asText(row.storageQuotaLimit);
  return {
    oldId: asText(row.id),
    login: asText(row.username),
    ...(passwordHash !== null && { otherLogin: asText(row.email) }),
    source: isExternal ? `oauth:${asText(provider.provider)}` : 'intern',
    subject: isExternal ? asText(provider.providerUserId) : null,
    passwordHash,
    email: asText(row.email) || null,
    state: asNumber(row.isActivated ?? 1) === 0 ? 'Disabled' : 'Active',
    admin: asNumber(row.isAdmin) === 1,
    maxBytes: /^\d{1,18}$/.test(maxBytes) ? BigInt(maxBytes) : null,
    createdAt,
  };
}

function describeChanges(row: SourceRow, providers: SourceRow[]): string[] {
  const names = providers.map(({ provider }) => asText(provider));
  const hasPassword = asText(row.password) !== '';
  return [
    ...(hasPassword && names.length > 0
      ? [`signs in with the password from now on, no longer with ${names.join(', ')}`]
      : []),
    ...(!hasPassword && names.length > 1
      ? [`signs in with ${names[0]} from now on, no longer with ${names.slice(1).join(', ')}`]
      : []),
    ...(!hasPassword && asText(row.ldapDN) !== '' ? ['signed in by LDAP, which Slipway doesn’t know'] : []),
    ...(asNumber(row.totpVerified) === 1 ? ['loses its second factor: the password alone opens it'] : []),
    ...(asNumber(row.isActivated ?? 1) === 0 ? ['was never activated. It comes disabled'] : []),
  ];
}
