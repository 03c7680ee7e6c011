import { useTranslations } from 'next-intl';
import { PageHeader } from '@/components/ui/page-header';

export function InboxTitle({ name, isAlbum }: { name: string; isAlbum: boolean }) {
  const t = useTranslations('inbox');
  return (
    <PageHeader
      title={<span className="wrap-anywhere">{name}</span>}
      lead={t(isAlbum ? 'album.lead' : 'lead')}
    />
  );
}
