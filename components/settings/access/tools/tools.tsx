'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { token } from '@/lib/contract/session';
import { type Tool, ToolSteps } from './tool-steps';

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
