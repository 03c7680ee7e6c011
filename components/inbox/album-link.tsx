import { ImagesIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { paths } from '@/lib/paths';

export function AlbumLink({ linkId }: { linkId: string }) {
  const t = useTranslations('inbox.album');
  return (
    <p className="mb-6">
      <ButtonLink tone="quiet" href={paths.open(linkId)}>
        <ImagesIcon aria-hidden />
        {t('see')}
      </ButtonLink>
    </p>
  );
}
