'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { token } from '@/lib/contract/session';
import { CreatedToken } from './created-token';
import { ScopeBoxes } from './scope-boxes';
import { emptyDraft, flawsOf, networksIn, type TokenFlaw, validityOf } from './token-draft';

export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTranslations('token');
  const failureText = useFailureText();
  const zone = useTimeZone() ?? 'UTC';
  const [draft, setDraft] = useState(() => emptyDraft(Date.now()));
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
    send.mutate({ body: { name, scopes, validity, networks: networksIn(networks) } });
  };
  if (send.data?.token) return <CreatedToken token={send.data.token} onClose={onClose} />;
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
      <ScopeBoxes
        chosen={draft.scopes}
        error={flawText('scopesMissing')}
        onChange={(scopes) => change({ scopes })}
      />
      <Field label={t('until')} error={flawText('untilWrong')}>
        <Input type="date" value={draft.day} onValueChange={(day) => change({ day })} />
      </Field>
      <Field label={t('networks')} hint={t('networksHint')}>
        <Input
          tone="code"
          autoComplete="off"
          value={draft.networks}
          onValueChange={(networks) => change({ networks })}
        />
      </Field>
      {send.error && <Banner tone="error">{failureText(send.error)}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={send.isPending}>
          {t('create')}
        </Button>
        <Button tone="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
