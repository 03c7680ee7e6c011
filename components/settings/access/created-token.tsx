'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';

export function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('token');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby={id}
      className="animate-arrive rounded-card border border-line bg-raised p-5 shadow-card"
    >
      <h3 id={id} ref={heading} tabIndex={-1} className="text-base font-medium outline-none">
        {t('madeTitle')}
      </h3>
      <p className="mt-1 text-sm text-muted">{t('once')}</p>
      <p className="mt-3 font-mono text-sm break-all select-all">{token}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={token} label={t('copy')} copiedLabel={t('copied')} failedLabel={t('copyFailed')} />
        <Button tone="quiet" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </section>
  );
}
