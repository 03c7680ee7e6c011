'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { FindingRow } from '@/components/doctor/finding-row';
import { isTrouble } from '@/components/doctor/finding-text';
import { Link } from '@/components/ui/link';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { doctor } from '@/lib/contract/admin/doctor';
import { paths } from '@/lib/paths';

/** The checks that need somebody; all others are on their own page. */
export function OverviewHealth() {
  const t = useTranslations('doctor');
  const { findings = [] } = useCall(doctor.examine, {}).data ?? {};
  const troubles = findings.filter(isTrouble);
  return (
    <HealthSection lead={t('lead', { count: troubles.length })}>
      {troubles.length > 0 && (
        <ul aria-label={t('title')} className="border-b border-line">
          {troubles.map((finding) => (
            <FindingRow key={`${finding.check} ${finding.code}`} finding={finding} heading="h3" />
          ))}
        </ul>
      )}
    </HealthSection>
  );
}

export function WaitingHealth() {
  const t = useTranslations('doctor');
  return (
    <HealthSection lead={t('loading')}>
      <SkeletonRows rows={2} label={t('loading')} />
    </HealthSection>
  );
}

function HealthSection({ lead, children }: { lead: string; children: ReactNode }) {
  const t = useTranslations();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={titleId} className="text-lg font-semibold tracking-tight">
            {t('doctor.title')}
          </h2>
          <p className="mt-1 text-sm text-muted">{lead}</p>
        </div>
        <Link
          href={paths.doctor}
          className="text-sm underline underline-offset-4 hover:text-ink pointer-coarse:py-3"
        >
          {t('admin.overview.allChecks')}
        </Link>
      </div>
      {children}
    </section>
  );
}
