import type { ErrorCode } from '@/lib/contract/errors';
import type { Credential } from './credentials';

/** What a page does with who may not see it. */
export type Turn = 'to the login' | 'to "not allowed"' | 'to "not there"';
export type Verdict = 'in' | ErrorCode | Turn;

/** Who gets in, and what the others get. */
export type Rule = (who: Credential, method: string) => Verdict;

type Accounts = Record<'other' | 'member' | 'owner' | 'admin', Verdict>;

const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Everyone without a session is told that one is needed, whatever else they show. */
const byAccount =
  (verdicts: Accounts): Rule =>
  (who, method) => {
    if (who === 'elsewhere') return reading.includes(method) ? verdicts.owner : 'auth.crossSite';
    return who in verdicts ? verdicts[who as keyof Accounts] : 'auth.required';
  };

const forPage =
  (verdicts: Accounts): Rule =>
  (who, method) => {
    const verdict = byAccount(verdicts)(who, method);
    return verdict === 'auth.required' ? 'to the login' : verdict;
  };

export const anyone: Rule = () => 'in';

/** Everyone whom no other site's page sends here. */
export const anyoneHere: Rule = (who) => (who === 'elsewhere' ? 'auth.crossSite' : 'in');

const all = { other: 'in', member: 'in', owner: 'in', admin: 'in' } as const;
export const signedIn = byAccount(all);
export const admins = byAccount({
  other: 'auth.forbidden',
  member: 'auth.forbidden',
  owner: 'auth.forbidden',
  admin: 'in',
});

/** Owner and members; all others are told that there is nothing, admins among them. */
export const managers = (code: ErrorCode): Rule =>
  byAccount({ other: code, member: 'in', owner: 'in', admin: code });

/** The owner alone. */
export const owners = (code: ErrorCode, forMembers: ErrorCode = code): Rule =>
  byAccount({ other: code, member: forMembers, owner: 'in', admin: code });

const forSenders =
  (rule: Rule): Rule =>
  (who, method) =>
    who === 'elsewhere' && !reading.includes(method) ? 'auth.crossSite' : rule(who, method);

/** Anyone who knows any alias that takes files. */
export const holders = forSenders((who) =>
  who === 'alias' || who === 'otherAlias' ? 'in' : 'alias.notUsable',
);

/** Anyone who knows the alias that a share came through. */
export const holdersOfItsAlias = forSenders((who) => {
  if (who === 'alias') return 'in';
  return who === 'otherAlias' ? 'share.notFound' : 'alias.notUsable';
});

export const pageForAccounts = forPage(all);
export const pageForAdmins = forPage({
  other: 'to "not allowed"',
  member: 'to "not allowed"',
  owner: 'to "not allowed"',
  admin: 'in',
});
export const pageForManagers = forPage({
  other: 'to "not there"',
  member: 'in',
  owner: 'in',
  admin: 'to "not there"',
});
