'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { CopyButton } from '@/components/ui/copy-button';
import { paths } from '@/lib/paths';

type CreatedAccountProps = {
  login: string;
  password: string;
  message: string;
  onAnother: () => void;
};

export function CreatedAccount({ login, password, message, onAnother }: CreatedAccountProps) {
  const t = useTranslations('account.form');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="rounded-card bg-raised p-5 shadow-card ring-1 ring-line">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
        {message}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted">{t('login')}</dt>
        <dd className="font-mono break-all">{login}</dd>
        <dt className="text-muted">{t('password')}</dt>
        <dd>{t('passwordOnce')}</dd>
      </dl>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button tone="ghost" onClick={onAnother}>
          <PlusIcon aria-hidden />
          {t('another')}
        </Button>
        <ButtonLink tone="quiet" href={paths.accounts}>
          {t('toList')}
        </ButtonLink>
        <CopyButton
          text={password}
          label={t('copyPassword')}
          copiedLabel={t('copied')}
          failedLabel={t('copyFailed')}
        />
      </div>
    </section>
  );
}
