'use client';

import { DownloadIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ResultPanel } from '@/components/ui/result-panel';
import { useAppConfig } from '@/lib/client/app-config';
import { saveFile } from '@/lib/client/save-file';
import {
  gitHubAction,
  screenshotScript,
  shareX,
  type ToolFile,
  type ToolSettings,
} from '@/lib/domain/tool-files';
import { TokenForm } from './new-token';

const tools = ['sharex', 'linux', 'ios', 'github'] as const satisfies Tool[];

export function Tools() {
  const t = useTranslations('token.tools');
  const tToken = useTranslations('token');
  const { appName, baseUrl } = useAppConfig();
  const [tool, setTool] = useState<Tool | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const choose = (one: Tool | null) => {
    setTool(one);
    setToken(null);
  };
  const accept = (one: Tool, token: string) => {
    setToken(token);
    const file = secretFile(one, { server: baseUrl, token, appName });
    if (file) saveFile(file);
  };
  const submitLabel = (one: Tool) => {
    const file = secretFile(one, { server: baseUrl, token: '', appName });
    return file ? <DownloadLabel name={file.name} /> : tToken('create');
  };
  return (
    <section aria-label={t('title')} className="mt-8">
      <h3 className="text-sm font-medium">{t('title')}</h3>
      <p className="mt-1 text-sm text-muted text-pretty">{t('lead')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {tools.map((one) => (
          <Button key={one} tone="quiet" onClick={() => choose(one)}>
            {t(one)}
          </Button>
        ))}
      </div>
      {tool && token === null && (
        <div className="mt-4">
          <TokenForm
            key={tool}
            tool={t(tool)}
            submitLabel={submitLabel(tool)}
            onMade={(made) => accept(tool, made)}
            onClose={() => choose(null)}
          />
        </div>
      )}
      {tool && token !== null && (
        <ToolSteps key={token} tool={tool} terms={{ server: baseUrl, token, appName }} />
      )}
    </section>
  );
}

/** The file that holds the token, for tools that need nothing else. */
function secretFile(tool: Tool, terms: ToolSettings): ToolFile | null {
  if (tool === 'sharex') return shareX(terms);
  return tool === 'linux' ? screenshotScript(terms) : null;
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
  const file = secretFile(tool, terms);
  if (file === null)
    return (
      <>
        <p>{t('githubHow')}</p>
        <Value text={terms.token} />
        <SaveButton file={gitHubAction(terms)} />
      </>
    );
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

const SaveButton = ({ file }: { file: ToolFile }) => (
  <Button onClick={() => saveFile(file)}>
    <DownloadLabel name={file.name} />
  </Button>
);

function DownloadLabel({ name }: { name: string }) {
  const t = useTranslations('token.tools');
  return (
    <>
      <DownloadIcon aria-hidden />
      {t('download', { name })}
    </>
  );
}
