import type { AdmissionRules } from '@/lib/domain/account/admission';
import type { Provider } from './provider';

type SourceRules = AdmissionRules & { hasGroups: boolean };

/** @returns null for accounts about which no provider decides */
export function admissionRules(
  { OAUTH_PROVIDERS }: { OAUTH_PROVIDERS: readonly Provider[] },
  source: string,
): SourceRules | null {
  const provider = OAUTH_PROVIDERS.find(({ id }) => source === `oauth:${id}`);
  return provider ? { ...provider, hasGroups: provider.groupsKey !== undefined } : null;
}
