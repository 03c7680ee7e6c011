'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/dialog/banner';
import { ResultPanel } from '@/components/ui/result-panel';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { saveFile } from '@/lib/client/save-file';
import { token } from '@/lib/contract/session';
import {
  gitHubAction,
  screenshotScript,
  shareX,
  type ToolFile,
  type ToolSettings,
} from '@/lib/domain/tool-files';

const tools = ['sharex', 'linux', 'ios', 'github'] as const satisfies Tool[];
const yearMs = 365 * 24 * 3600_000;

export function Tools() {
  const t = useTranslations('token.tools');
  const failureText = useFailureText();
  const { appName, baseUrl } = useAppConfig();
  const [tool, setTool] = useState<Tool | null>(null);
  const make = useSend(token.create, { reloads: [token.list] });
  const choose = (one: Tool) => {
    setTool(one);
    make.mutate({ body: { name: t(one), scopes: ['upload'], validity: yearMs, networks: [] } });
  };
  return (
    <section aria-label={t('title')} className="mt-8">
      <h3 className="text-sm font-medium">{t('title')}</h3>
      <p className="mt-1 text-sm text-muted text-pretty">{t('lead')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {tools.map((one) => (
          <Button
            key={one}
            tone="quiet"
            disabled={make.isPending}
            pending={make.isPending && tool === one}
            onClick={() => choose(one)}
          >
            {t(one)}
          </Button>
        ))}
      </div>
      {make.error && <Banner tone="error">{failureText(make.error)}</Banner>}
      {tool && make.data?.token && (
        <ToolSteps
          key={make.data.token}
          tool={tool}
          terms={{ server: baseUrl, token: make.data.token, appName }}
        />
      )}
    </section>
  );
}

type Tool = 'sharex' | 'linux' | 'ios' | 'github';
type StepsProps = { tool: Tool; terms: ToolSettings };

function ToolSteps({ tool, terms }: StepsProps) {
  const t = useTranslations('token.tools');
  return (
    <div className="mt-4">
      <ResultPanel level="h4" title={t(tool)}>
        <div className="mt-1 flex flex-col items-start gap-3 text-sm text-pretty">
          <Steps tool={tool} terms={terms} />
        </div>
      </ResultPanel>
    </div>
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
