import { useTranslations } from 'next-intl';
import { useAppConfig } from '@/lib/client/app-config';

/** Names the source of an account: this installation, a proxy, or a provider. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('account.source');
  const { oauthConfig } = useAppConfig();
  return (source) => {
    if (source === 'intern' || source === 'extern') return t(source);
    const id = source.replace(/^oauth:/, '');
    return oauthConfig.find((provider) => provider.id === id)?.name ?? id;
  };
}
