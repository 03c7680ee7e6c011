import { headers } from 'next/headers';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { pageTitle } from '@/components/app/words';
import { Doctor } from '@/components/doctor/doctor';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Seeded } from '@/lib/client/seeded';
import { doctor } from '@/lib/contract/admin/doctor';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { examine } from '@/lib/server/services/doctor/examine';

export const generateMetadata = pageTitle('doctor.title');

export default async function DoctorPage() {
  await pageContext('admin', paths.doctor);
  return (
    <Suspense fallback={<DoctorWaiting />}>
      <ExaminedDoctor />
    </Suspense>
  );
}

function DoctorWaiting() {
  const t = useTranslations('doctor');
  return (
    <>
      <PageHeader title={t('title')} lead={t('loading')} />
      <SkeletonRows rows={10} label={t('loading')} />
    </>
  );
}

/** Streamed after the page, because probes take seconds. */
async function ExaminedDoctor() {
  const ctx = await pageContext('admin', paths.doctor);
  const forwardedFor = (await headers()).get('x-forwarded-for');
  return (
    <Seeded call={doctor.examine} input={{}} answer={await examine(ctx, { forwardedFor })}>
      <Doctor />
    </Seeded>
  );
}
