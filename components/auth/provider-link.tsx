import { KeyRoundIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonAnchor } from '@/components/ui/button';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';

export type SignInProvider = AppConfig['oauthConfig'][number];

type ProviderLinkProps = { provider: SignInProvider; target: string; keep: boolean };

export function ProviderLink({ provider: { id, name, icon }, target, keep }: ProviderLinkProps) {
  const t = useTranslations('login');
  return (
    <ButtonAnchor tone="quiet" href={paths.provider(id, target, keep)}>
      {icon ? <Icon src={icon} /> : <KeyRoundIcon aria-hidden />}
      <span className="text-left whitespace-normal wrap-anywhere">{t('with', { name })}</span>
    </ButtonAnchor>
  );
}

function Icon({ src }: { src: string }) {
  // biome-ignore lint/performance/noImgElement: the operator's picture is shown as it is
  return <img src={src} alt="" className="size-4 shrink-0 object-contain" />;
}
