import { useTranslations } from 'next-intl';
import { formatBytes } from '@/lib/domain/units';

export function SizeWarning({ totalBytes, maxSizeBytes }: { totalBytes: number; maxSizeBytes: number }) {
  const t = useTranslations('upload');
  return (
    <p role="alert" className="text-sm text-danger tabular-nums">
      {t('tooLarge', { total: formatBytes(totalBytes), max: formatBytes(maxSizeBytes) })}
    </p>
  );
}
