import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { paths } from '@/lib/paths';

export function NoAddress() {
  const t = useTranslations('settings.email');
  const action = (
    <ButtonLink tone="quiet" href={paths.settings}>
      {t('set')}
    </ButtonLink>
  );
  return (
    <div className="mb-6">
      <Banner tone="info" action={action}>
        {t('missing')}
      </Banner>
    </div>
  );
}
