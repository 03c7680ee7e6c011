import { ImagesIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';

type UnavailableInboxProps = {
  view:
    | { state: 'off' }
    | { state: 'full'; name: string }
    | { state: 'early' | 'closed'; name: string; at: number; album: string | null };
};

export function UnavailableInbox({ view }: UnavailableInboxProps) {
  const t = useTranslations('inbox.state');
  const format = useFormatter();
  if (view.state === 'off') return <Empty heading="h1" title={t('off.title')} text={t('off.text')} />;
  const { state, name } = view;
  const title = t(`${state}.title`, { name });
  if (state === 'full') return <Empty heading="h1" title={title} text={t('full.text')} />;
  const date = format.dateTime(view.at, zonedDateTimeFormat);
  return (
    <Empty heading="h1" title={title} text={t(`${state}.text`, { date })}>
      {view.album && <AlbumLink linkId={view.album} />}
    </Empty>
  );
}

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
