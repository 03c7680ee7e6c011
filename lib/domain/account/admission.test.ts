import { expect, test } from 'vitest';
import { type AdmissionRules, admissionOf, type PersonClaims } from './admission';

const staff: PersonClaims = { groups: ['makers', 'staff'], email: 'ada@example.org', isEmailVerified: true };
const nobody: PersonClaims = { groups: [], email: null, isEmailVerified: false };
const many = { ...nobody, groups: Array.from({ length: 200 }, (_, n) => `group ${n}`) };

test.each<[what: string, rules: AdmissionRules, claims: PersonClaims, isAdmin: boolean | null]>([
  ['no rule', {}, staff, null],
  ['a rule about others only', { allowedGroups: ['staff'] }, staff, null],
  ['one of the groups', { adminGroups: ['bosses', 'makers'] }, staff, true],
  ['none of the groups', { adminGroups: ['bosses'] }, staff, false],
  ['no claim at all', { adminGroups: ['bosses'] }, nobody, false],
  ['the last of 200', { adminGroups: ['group 199'] }, many, true],
  ['another case', { adminGroups: ['Staff'] }, staff, false],
  ['a part of a name', { adminGroups: ['staf', 'staff '] }, staff, false],
])('by %s: who is an admin', (_what, rules, claims, isAdmin) => {
  expect(admissionOf(rules, claims)).toMatchObject({ isAdmin, refusal: null, groups: claims.groups });
});

const unverified = { ...staff, isEmailVerified: false };
test.each<[what: string, rules: AdmissionRules, claims: PersonClaims, reason: string | null]>([
  ['allowed group', { allowedGroups: ['staff'] }, staff, null],
  [
    'other groups',
    { allowedGroups: ['bosses'] },
    staff,
    'refused: not in allowedGroups; has: [makers, staff]',
  ],
  ['no claim', { allowedGroups: ['bosses'] }, nobody, 'refused: not in allowedGroups; has: []'],
  [
    'groups that are no names',
    { allowedGroups: ['bosses'] },
    { ...nobody, unnamed: 3 },
    'refused: not in allowedGroups; has: [] and 3 that are no names',
  ],
  ['allowed domain', { allowedDomains: ['example.org'] }, staff, null],
  ['domain in capitals', { allowedDomains: ['example.org'] }, { ...staff, email: 'a@EXAMPLE.org' }, null],
  [
    'domain that only ends alike',
    { allowedDomains: ['example.org'] },
    { ...staff, email: 'a@evil-example.org' },
    'refused: not in allowedDomains; has: [evil-example.org]',
  ],
  [
    'domain below',
    { allowedDomains: ['example.org'] },
    { ...staff, email: 'a@sub.example.org' },
    'refused: not in allowedDomains; has: [sub.example.org]',
  ],
  ['no address', { allowedDomains: ['example.org'] }, nobody, 'refused: not in allowedDomains; has: []'],
  ['verified address', { requireVerifiedEmail: true }, staff, null],
  ['unverified address', { requireVerifiedEmail: true }, unverified, 'refused: no verified e-mail address'],
  ['unverified, not asked for', { requireVerifiedEmail: false }, unverified, null],
  [
    'group, but not the domain',
    { allowedGroups: ['staff'], allowedDomains: ['other.example'] },
    staff,
    'refused: not in allowedDomains; has: [example.org]',
  ],
])('with %s: who comes in, and the reason', (_what, rules, claims, reason) => {
  expect(admissionOf(rules, claims).refusal?.reason ?? null).toBe(reason);
});

test('a person who is refused admission has lost the group of admins, too', () => {
  const rules = { adminGroups: ['bosses'], allowedGroups: ['others'] };
  expect(admissionOf(rules, staff)).toMatchObject({ isAdmin: false, refusal: { code: 'auth.notAdmitted' } });
});
