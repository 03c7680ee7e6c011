export type AdmissionRules = {
  adminGroups?: readonly string[] | undefined;
  allowedGroups?: readonly string[] | undefined;
  allowedDomains?: readonly string[] | undefined;
  requireVerifiedEmail?: boolean | undefined;
};

/** Statements of a provider or directory about a person at a sign-in. */
export type PersonClaims = {
  groups: readonly string[];
  /** Groups that it sent without a name. */
  unnamed?: number;
  email: string | null;
  isEmailVerified: boolean;
  /** Compares a group with a rule's; exactly, unless the source has rules of its own. */
  isGroup?: (group: string, rule: string) => boolean;
};

export type Refusal = { code: 'auth.notAdmitted' | 'auth.emailUnverified'; reason: string };

export type Admission = {
  groups: readonly string[];
  /** Null where no group makes admins, so that nothing touches who is one. */
  isAdmin: boolean | null;
  refusal: Refusal | null;
};

export function admissionOf(rules: AdmissionRules, claims: PersonClaims): Admission {
  const { groups, isGroup = (group, rule) => group === rule } = claims;
  const isInOneOf = (names: readonly string[]) =>
    names.some((rule) => groups.some((group) => isGroup(group, rule)));
  const { adminGroups, allowedGroups } = rules;
  const isAdmin = adminGroups ? isInOneOf(adminGroups) : null;
  if (allowedGroups && !isInOneOf(allowedGroups)) {
    return { groups, isAdmin, refusal: notAdmitted('allowedGroups', groups, claims.unnamed) };
  }
  return { groups, isAdmin, refusal: refusalByAddress(rules, claims) };
}

function refusalByAddress(
  { allowedDomains, requireVerifiedEmail = false }: AdmissionRules,
  { email, isEmailVerified }: PersonClaims,
): Refusal | null {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (allowedDomains && !(domain && allowedDomains.includes(domain))) {
    return notAdmitted('allowedDomains', domain ? [domain] : []);
  }
  if (!requireVerifiedEmail || (email && isEmailVerified)) return null;
  return { code: 'auth.emailUnverified', reason: 'refused: no verified e-mail address' };
}

const notAdmitted = (rule: string, has: readonly string[], unnamed = 0): Refusal => ({
  code: 'auth.notAdmitted',
  reason: `refused: not in ${rule}; has: [${has.join(', ')}]${unnamed > 0 ? ` and ${unnamed} that are no names` : ''}`,
});
