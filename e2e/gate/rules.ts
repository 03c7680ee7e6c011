import type { ErrorCode } from '@/lib/contract/errors';
import type { Credential } from './credentials';

export type PageRedirect = 'to the login' | 'to "not allowed"' | 'to "not there"';
export type Verdict = 'in' | ErrorCode | PageRedirect;

/** Returns `in` for callers with access, otherwise the refusal. */
export type Rule = (who: Credential, method: string) => Verdict;

type AccountVerdicts = Record<'other' | 'member' | 'owner' | 'admin', Verdict>;

const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Callers without a session always get "sign-in required". */
const byAccount =
  (verdicts: AccountVerdicts): Rule =>
  (who, method) => {
    if (who === 'elsewhere') return reading.includes(method) ? verdicts.owner : 'auth.crossSite';
    return who in verdicts ? verdicts[who as keyof AccountVerdicts] : 'auth.required';
  };

const forPage =
  (verdicts: AccountVerdicts): Rule =>
  (who, method) => {
    const verdict = byAccount(verdicts)(who, method);
    return verdict === 'auth.required' ? 'to the login' : verdict;
  };

export const anyone: Rule = () => 'in';

export const anyoneHere: Rule = (who) => (who === 'elsewhere' ? 'auth.crossSite' : 'in');

const all = { other: 'in', member: 'in', owner: 'in', admin: 'in' } as const;
export const signedIn = byAccount(all);
export const admins = byAccount({
  other: 'auth.forbidden',
  member: 'auth.forbidden',
  owner: 'auth.forbidden',
  admin: 'in',
});

/** Owner and members; everyone else, admins included, gets "not found". */
export const managers = (code: ErrorCode): Rule =>
  byAccount({ other: code, member: 'in', owner: 'in', admin: code });

export const owners = (code: ErrorCode, forMembers: ErrorCode = code): Rule =>
  byAccount({ other: code, member: forMembers, owner: 'in', admin: code });

const forSenders =
  (rule: Rule): Rule =>
  (who, method) =>
    who === 'elsewhere' && !reading.includes(method) ? 'auth.crossSite' : rule(who, method);

export const holders = forSenders((who) =>
  who === 'alias' || who === 'otherAlias' ? 'in' : 'alias.notUsable',
);

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
export const pageForOwners = forPage({
  other: 'to "not there"',
  member: 'to "not allowed"',
  owner: 'in',
  admin: 'to "not there"',
});
export const pageForManagers = forPage({
  other: 'to "not there"',
  member: 'in',
  owner: 'in',
  admin: 'to "not there"',
});
