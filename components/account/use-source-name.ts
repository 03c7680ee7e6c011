import { useTranslations } from 'next-intl';
import { useAppConfig } from '@/lib/client/app-config';

export function useSourceName(): (source: string) => string {
  const t = useTranslations('account.source');
  const { oauthConfig } = useAppConfig();
  return (source) => {
    if (source === 'intern' || source === 'extern') return t(source);
    if (source === 'ldap') return 'LDAP';
    const id = source.replace(/^oauth:/, '');
    return oauthConfig.find((provider) => provider.id === id)?.name ?? id;
  };
}
