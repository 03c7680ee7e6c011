import { useTranslations } from 'next-intl';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';

export function DoctorWaiting() {
  const t = useTranslations('doctor');
  return (
    <>
      <PageHeader title={t('title')} lead={t('loading')} />
      <SkeletonRows rows={10} label={t('loading')} />
    </>
  );
}
