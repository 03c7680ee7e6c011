import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { formatBytes } from '@/lib/domain/units';

export function SizeWarning({ totalBytes, maxSizeBytes }: { totalBytes: number; maxSizeBytes: number }) {
  const t = useTranslations('upload');
  return (
    <Banner tone="error">
      {t('tooLarge', { total: formatBytes(totalBytes), max: formatBytes(maxSizeBytes) })}
    </Banner>
  );
}
