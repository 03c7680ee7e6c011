'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/dialog/banner';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { ResultPanel } from '@/components/ui/result-panel';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import { type Scope, scopes } from '@/lib/contract/http/scope';
import { token } from '@/lib/contract/session';
import { emptyDraft, flawsOf, networksIn, type TokenFlaw, validityOf } from './token-draft';

export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTranslations('token');
  const [made, setMade] = useState<string | null>(null);
  if (made !== null) return <CreatedToken token={made} onClose={onClose} />;
  return <TokenForm submitLabel={t('create')} onMade={setMade} onClose={onClose} />;
}

type TokenFormProps = {
  /** Its name; it may only upload then. */
  tool?: string;
  submitLabel: ReactNode;
  onMade: (token: string) => void;
  onClose: () => void;
};

export function TokenForm({ tool, submitLabel, onMade, onClose }: TokenFormProps) {
  const t = useTranslations('token');
  const failureText = useFailureText();
  const zone = useTimeZone() ?? 'UTC';
  const [draft, setDraft] = useState(() => emptyDraft(Date.now(), tool));
  const [flaws, setFlaws] = useState<TokenFlaw[]>([]);
  const send = useSend(token.create, { reloads: [token.list] });
  const flawText = (flaw: TokenFlaw) => flaws.includes(flaw) && t(flaw);
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setFlaws([]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const validity = validityOf(draft, Date.now(), zone);
    const found = flawsOf(draft, validity);
    setFlaws(found);
    if (found.length > 0 || validity === null || send.isPending) return;
    const { name, scopes, networks } = draft;
    const body = { name, scopes, validity, networks: networksIn(networks) };
    send.mutate({ body }, { onSuccess: ({ token }) => token !== null && onMade(token) });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Field label={t('name')} hint={t('nameHint')} error={flawText('nameMissing')}>
        <Input
          autoFocus
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      {tool === undefined && (
        <ScopeBoxes
          chosen={draft.scopes}
          error={flawText('scopesMissing')}
          onChange={(scopes) => change({ scopes })}
        />
      )}
      <Field label={t('until')} error={flawText('untilWrong')}>
        <Input type="date" value={draft.day} onValueChange={(day) => change({ day })} />
      </Field>
      {tool === undefined && (
        <Field label={t('networks')} hint={t('networksHint')}>
          <Input
            tone="code"
            autoComplete="off"
            value={draft.networks}
            onValueChange={(networks) => change({ networks })}
          />
        </Field>
      )}
      {send.error && <Banner tone="error">{failureText(send.error)}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={send.isPending}>
          {submitLabel}
        </Button>
        <Button tone="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

type ScopeBoxesProps = { chosen: Scope[]; error: ReactNode; onChange: (scopes: Scope[]) => void };

function ScopeBoxes({ chosen, error, onChange }: ScopeBoxesProps) {
  const t = useTranslations('token');
  const errorId = useId();
  const isAdmin = useViewer()?.admin ?? false;
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-1 text-sm font-medium">{t('scopes')}</legend>
      {scopes
        .filter((scope) => scope !== 'admin' || isAdmin)
        .map((scope) => (
          <Checkbox
            key={scope}
            label={t(scope)}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(scopes.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      <span id={errorId} role="alert" className="text-xs text-danger">
        {error}
      </span>
    </fieldset>
  );
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('token');
  return (
    <ResultPanel level="h3" title={t('madeTitle')}>
      <p className="mt-1 text-sm text-muted">{t('once')}</p>
      <p className="mt-3 font-mono text-sm break-all select-all">{token}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={token} label={t('copy')} copiedLabel={t('copied')} failedLabel={t('copyFailed')} />
        <Button tone="quiet" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </ResultPanel>
  );
}
