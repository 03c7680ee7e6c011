import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { useBytes } from '@/lib/client/use-bytes';

export function SizeWarning({ totalBytes, maxSizeBytes }: { totalBytes: number; maxSizeBytes: number }) {
  const t = useTranslations('upload');
  const sizeText = useBytes();
  return (
    <Banner tone="error">
      {t('tooLarge', { total: sizeText(totalBytes), max: sizeText(maxSizeBytes) })}
    </Banner>
  );
}
