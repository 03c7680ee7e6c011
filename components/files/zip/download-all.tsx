import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonAnchor } from '@/components/ui/button';
import { useAppConfig } from '@/lib/client/app-config';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { isReady } from '@/lib/domain/file/file-type';
import type { FileTotals } from '@/lib/domain/share-total';
import { type FileSource, fileLinks } from './file-links';
import { ZipLink } from './zip-link';
import { wholeZipOffer, zipOffer } from './zip-offer';

type DownloadAllProps = { files: readonly ShareFile[]; total: FileTotals | undefined; source: FileSource };

export function DownloadAll({ files, total, source }: DownloadAllProps) {
  const t = useTranslations('open');
  const sizeText = useShortBytes();
  const { zipMaxSize: maxBytes } = useAppConfig();
  const zip = { source, maxBytes };
  const [first, second] = files.filter(isReady);
  if (first && !second)
    return (
      <ButtonAnchor href={fileLinks(source, first.id).download} download>
        <DownloadIcon aria-hidden />
        {t('downloadOne', { size: sizeText(first.size) })}
      </ButtonAnchor>
    );
  const all = total ? wholeZipOffer(total, zip) : zipOffer(files, new Set(), zip);
  return all && <ZipLink offer={all} />;
}
