'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { saveFile } from '@/lib/client/save-file';
import {
  gitHubAction,
  screenshotScript,
  shareX,
  type ToolFile,
  type ToolSettings,
} from '@/lib/domain/tool-files';

export type Tool = 'sharex' | 'linux' | 'ios' | 'github';
type StepsProps = { tool: Tool; terms: ToolSettings };

export function ToolSteps({ tool, terms }: StepsProps) {
  const t = useTranslations('token.tools');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby={id}
      className="mt-4 animate-arrive rounded-card border border-line bg-raised p-5 shadow-card"
    >
      <h4 id={id} ref={heading} tabIndex={-1} className="text-base font-medium outline-none">
        {t(tool)}
      </h4>
      <div className="mt-1 flex flex-col items-start gap-3 text-sm text-pretty">
        <Steps tool={tool} terms={terms} />
      </div>
    </section>
  );
}

function Steps({ tool, terms }: StepsProps) {
  const t = useTranslations('token.tools');
  if (tool === 'ios') return <PhoneSteps {...terms} />;
  if (tool === 'github')
    return (
      <>
        <p>{t('githubHow')}</p>
        <Value text={terms.token} />
        <SaveButton file={gitHubAction(terms)} />
      </>
    );
  const file = tool === 'sharex' ? shareX(terms) : screenshotScript(terms);
  return (
    <>
      <p>{t(tool === 'sharex' ? 'sharexHow' : 'linuxHow')}</p>
      <SaveButton file={file} />
      <p className="text-muted">{t('holds')}</p>
    </>
  );
}

function PhoneSteps({ server, token }: ToolSettings) {
  const t = useTranslations('token.tools');
  const step = (key: 'ios1' | 'ios2' | 'ios3' | 'ios4' | 'ios5', value?: ReactNode) => (
    <li>
      {t(key)}
      {value}
    </li>
  );
  return (
    <>
      <p>{t('iosHow')}</p>
      <ol className="list-decimal space-y-2 ps-5">
        {step('ios1')}
        {step('ios2', <Value text={`${server}/u/`} />)}
        {step('ios3', <Value text={`Bearer ${token}`} />)}
        {step('ios4')}
        {step('ios5')}
      </ol>
    </>
  );
}

function Value({ text }: { text: string }) {
  const t = useTranslations('token');
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="font-mono break-all select-all">{text}</code>
      <CopyButton
        iconOnly
        tone="ghost"
        text={text}
        label={t('tools.copy')}
        copiedLabel={t('copied')}
        failedLabel={t('copyFailed')}
      />
    </span>
  );
}

function SaveButton({ file }: { file: ToolFile }) {
  const t = useTranslations('token.tools');
  return (
    <Button onClick={() => saveFile(file)}>
      <DownloadIcon aria-hidden />
      {t('download', { name: file.name })}
    </Button>
  );
}
