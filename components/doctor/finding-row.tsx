'use client';
import { CircleAlertIcon, CircleCheckIcon, CircleMinusIcon, TriangleAlertIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ConfirmClock } from '@/components/doctor/confirm-clock';
import type { DoctorOutcome, Finding } from '@/lib/contract/doctor';

const looks: Record<DoctorOutcome, { Icon: typeof CircleAlertIcon; tone: string }> = {
  fine: { Icon: CircleCheckIcon, tone: 'text-live' },
  warning: { Icon: TriangleAlertIcon, tone: 'text-warn' },
  failure: { Icon: CircleAlertIcon, tone: 'text-danger' },
  skipped: { Icon: CircleMinusIcon, tone: 'text-faint' },
};

export function FindingRow({ finding }: { finding: Finding }) {
  const t = useTranslations('doctor');
  const textOf = useFindingText();
  const { Icon, tone } = looks[finding.outcome];
  const isTrouble = finding.outcome === 'warning' || finding.outcome === 'failure';
  const isClockOff = finding.check === 'clock' && ['ahead', 'behind'].includes(finding.code);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line px-2 py-4 md:grid-cols-[auto_14rem_minmax(0,1fr)] md:gap-x-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <h2 className="text-sm font-medium">
        {t(`check.${finding.check}`)}
        <span className="sr-only">: {t(`outcome.${finding.outcome}`)}</span>
      </h2>
      <p
        className={`col-start-2 text-sm text-pretty wrap-anywhere md:col-start-3 ${isTrouble ? '' : 'text-muted'}`}
      >
        {textOf(finding)}
      </p>
      {isClockOff && (
        <div className="col-start-2 md:col-start-3">
          <ConfirmClock now={finding.values.now ?? ''} />
        </div>
      )}
    </li>
  );
}

type FindingTexts = { (key: string, values: Record<string, string>): string; has: (key: string) => boolean };

/** Returns the bare code of a finding that this version has no text for. */
function useFindingText() {
  // The server names the findings, so the keys are not literals here.
  const say = useTranslations('doctor.said') as unknown as FindingTexts;
  return ({ check, code, values }: Finding): string => {
    const key = code === 'late' || code === 'unclear' ? code : `${check}.${code}`;
    return say.has(key) ? say(key, values) : code;
  };
}
