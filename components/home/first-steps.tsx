'use client';

import { CircleCheckIcon, CircleIcon, XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link';
import { adminPaths } from '@/lib/admin-paths';
import { useSend } from '@/lib/client/call/use-call';
import { settings } from '@/lib/contract/settings';
import { type FirstStep, firstSteps } from '@/lib/domain/first-steps';
import { paths } from '@/lib/paths';

const stepPaths = {
  address: `${paths.server}#address`,
  mail: adminPaths.serverRoom('mail'),
  email: paths.settings,
  people: paths.accounts,
  share: paths.newShare,
} as const;

export function FirstSteps({ left }: { left: readonly FirstStep[] }) {
  const t = useTranslations('home.firstSteps');
  const [isHidden, setIsHidden] = useState(false);
  const send = useSend(settings.setPreferences);
  if (isHidden) return null;
  const hide = () => {
    setIsHidden(true);
    send.mutate({ body: { firstSteps: false } });
  };
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-6 rounded-card bg-raised p-2 shadow-card ring-1 ring-line"
    >
      <div className="flex items-center gap-2 pl-3">
        <h2 id="first-steps" className="mr-auto text-sm font-medium">
          {t('title')}
        </h2>
        <span className="max-sm:hidden">
          <ButtonLink tone="ghost" href={paths.doctor}>
            {t('check')}
          </ButtonLink>
        </span>
        <IconButton label={t('hide')} onClick={hide}>
          <XIcon aria-hidden />
        </IconButton>
      </div>
      <ul className="grid sm:grid-cols-2">
        {firstSteps.map((step) => (
          <li key={step}>
            <Step step={step} isDone={!left.includes(step)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const t = useTranslations('home.firstSteps');
  const look = 'flex items-start gap-3 rounded-control px-3 py-2 text-sm';
  if (isDone)
    return (
      <p className={`${look} text-muted`}>
        <CircleCheckIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-live" />
        <span className="line-through">{t(`${step}.title`)}</span>
        <span className="sr-only">{t('done')}</span>
      </p>
    );
  return (
    <Link href={stepPaths[step]} className={`${look} min-h-14 hover:bg-hover`}>
      <CircleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span>
        <span className="block font-medium">{t(`${step}.title`)}</span>
        <span className="block text-xs text-muted text-pretty">{t(`${step}.text`)}</span>
      </span>
    </Link>
  );
}
