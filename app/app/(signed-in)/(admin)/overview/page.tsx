import { headers } from 'next/headers';
import { Suspense } from 'react';
import { Overview } from '@/components/admin/overview';
import { OverviewHealth, WaitingHealth } from '@/components/admin/overview-health';
import { pageTitle } from '@/components/app/words';
import { adminPaths } from '@/lib/admin-paths';
import { Seeded } from '@/lib/client/seeded';
import { doctor } from '@/lib/contract/admin/doctor';
import { pageContext } from '@/lib/server/http/page';
import { examine } from '@/lib/server/services/doctor/examine';
import { readOverview } from '@/lib/server/services/oversight/overview';

export const generateMetadata = pageTitle('nav.overview');

export default async function OverviewPage() {
  const ctx = await pageContext('admin', adminPaths.overview);
  return (
    <Overview {...(await readOverview(ctx))}>
      <Suspense fallback={<WaitingHealth />}>
        <ExaminedHealth />
      </Suspense>
    </Overview>
  );
}

/** Streamed after the page, because probes take seconds. */
async function ExaminedHealth() {
  const ctx = await pageContext('admin', adminPaths.overview);
  const forwardedFor = (await headers()).get('x-forwarded-for');
  return (
    <Seeded call={doctor.examine} input={{}} answer={await examine(ctx, { forwardedFor })}>
      <OverviewHealth />
    </Seeded>
  );
}
