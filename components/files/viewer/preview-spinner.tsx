import { useTranslations } from 'next-intl';
import { Spinner } from '@/components/ui/spinner';

export function PreviewSpinner() {
  const t = useTranslations('preview');
  return (
    <div className="absolute inset-0 grid place-items-center text-muted">
      <Spinner label={t('loading')} />
    </div>
  );
}
