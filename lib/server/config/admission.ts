import type { AdmissionRules } from '@/lib/domain/account/admission';
import type { Provider } from './provider';

/** Accounts of the directory. */
export const directorySource = 'ldap';

type RuleSettings = {
  OAUTH_PROVIDERS: readonly Provider[];
  LDAP_URL?: string | undefined;
  LDAP_ADMIN_GROUPS?: readonly string[] | undefined;
  LDAP_ALLOWED_GROUPS?: readonly string[] | undefined;
};

type SourceRules = AdmissionRules & { hasGroups: boolean };

/** @returns null for accounts about which no provider decides */
export function admissionRules(
  { OAUTH_PROVIDERS, ...config }: RuleSettings,
  source: string,
): SourceRules | null {
  if (source === directorySource && config.LDAP_URL) {
    return {
      adminGroups: config.LDAP_ADMIN_GROUPS,
      allowedGroups: config.LDAP_ALLOWED_GROUPS,
      hasGroups: true,
    };
  }
  const provider = OAUTH_PROVIDERS.find(({ id }) => source === `oauth:${id}`);
  return provider ? { ...provider, hasGroups: provider.groupsKey !== undefined } : null;
}
