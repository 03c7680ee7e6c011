'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { useAppConfig } from '@/lib/client/app-config';
import { saveFile } from '@/lib/client/save-file';

type RecoveryCodesProps = { codes: readonly string[]; login: string; onDone: () => void };

export function RecoveryCodes({ codes, login, onDone }: RecoveryCodesProps) {
  const t = useTranslations('factor');
  const { appName, baseUrl } = useAppConfig();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = [`${appName} · ${baseUrl}`, `${login} · ${t('codesTitle')}`, '', ...codes, ''].join('\n');
  const download = () => saveFile({ name: `recovery-codes-${login}.txt`, type: 'text/plain', text });
  return (
    <section
      aria-labelledby={id}
      className="animate-arrive max-w-md rounded-card border border-line bg-raised p-5 shadow-card"
    >
      <h3 id={id} ref={heading} tabIndex={-1} className="text-base font-medium outline-none">
        {t('codesTitle')}
      </h3>
      <p className="mt-1 text-sm text-muted text-pretty">{t('codesText')}</p>
      <ul className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1.5 font-mono text-sm select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button onClick={onDone}>{t('done')}</Button>
        <CopyButton
          tone="quiet"
          text={text}
          label={t('copy')}
          copiedLabel={t('copied')}
          failedLabel={t('copyFailed')}
        />
        <Button tone="quiet" onClick={download}>
          <DownloadIcon aria-hidden />
          {t('download')}
        </Button>
      </div>
    </section>
  );
}
