'use client';

import { CircleAlertIcon, CircleCheckIcon, CircleMinusIcon, TriangleAlertIcon } from 'lucide-react';
import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Link } from '@/components/ui/link';
import { adminPaths } from '@/lib/admin-paths';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type DoctorOutcome, doctor, type Finding } from '@/lib/contract/admin/doctor';
import { paths } from '@/lib/paths';
import { isTrouble, useFindingText } from './finding-text';

const looks: Record<DoctorOutcome, { Icon: typeof CircleAlertIcon; tone: string }> = {
  fine: { Icon: CircleCheckIcon, tone: 'text-live' },
  warning: { Icon: TriangleAlertIcon, tone: 'text-warn' },
  failure: { Icon: CircleAlertIcon, tone: 'text-danger' },
  skipped: { Icon: CircleMinusIcon, tone: 'text-faint' },
};

/** Of settings that an admin can change in the browser. */
const places: Partial<Record<Finding['check'], string>> = {
  baseUrl: `${paths.server}#address`,
  mail: adminPaths.serverRoom('mail'),
  directory: `${adminPaths.serverRoom('signin')}#directory`,
};

type FindingRowProps = { finding: Finding; heading: 'h2' | 'h3' };

export function FindingRow({ finding, heading: Heading }: FindingRowProps) {
  const t = useTranslations('doctor');
  const textOf = useFindingText();
  const { Icon, tone } = looks[finding.outcome];
  const place = places[finding.check];
  const isClockOff = finding.check === 'clock' && ['ahead', 'behind'].includes(finding.code);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line px-2 py-4 md:grid-cols-[auto_14rem_minmax(0,1fr)] md:gap-x-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <Heading className="text-sm font-medium">
        {t(`check.${finding.check}`)}
        <span className="sr-only">: {t(`outcome.${finding.outcome}`)}</span>
      </Heading>
      <p
        className={`col-start-2 text-sm text-pretty wrap-anywhere md:col-start-3 ${isTrouble(finding) ? '' : 'text-muted'}`}
      >
        {textOf(finding)}
      </p>
      {finding.outcome !== 'fine' && place && (
        <Link
          href={place as Route}
          className="col-start-2 justify-self-start text-sm underline underline-offset-4 hover:text-ink md:col-start-3 pointer-coarse:py-3"
        >
          {t('openSetting')}
        </Link>
      )}
      {finding.check === 'version' && finding.values.url && (
        <a
          href={finding.values.url}
          target="_blank"
          rel="noopener"
          className="col-start-2 text-sm underline underline-offset-4 hover:text-ink md:col-start-3 pointer-coarse:py-3"
        >
          {t('notes')}
        </a>
      )}
      {isClockOff && (
        <div className="col-start-2 md:col-start-3">
          <ConfirmClock now={finding.values.now ?? ''} />
        </div>
      )}
    </li>
  );
}

/** Nothing is deleted until an admin confirms a clock that differs from the database's last time. */
function ConfirmClock({ now }: { now: string }) {
  const t = useTranslations('doctor.confirmClock');
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(doctor.confirmClock, { reloads: [doctor.examine] });
  return (
    <Confirm
      trigger={<Button tone="quiet">{t('button')}</Button>}
      title={t('title', { now })}
      text={t('text')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={() => mutateAsync({})}
    />
  );
}
