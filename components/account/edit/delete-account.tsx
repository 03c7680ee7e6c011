'use client';

import { Trash2Icon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { MultiCombobox } from '@/components/ui/form/combobox';
import { Field } from '@/components/ui/form/field';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { leaveToLogin } from '@/lib/client/session/leave';
import { useViewer } from '@/lib/client/session/session';
import { useDebounced } from '@/lib/client/use-debounced';
import { type AccountDetail, account } from '@/lib/contract/account/account';
import { maxSearchChars } from '@/lib/domain/limits';
import { paths } from '@/lib/paths';

export function DeleteAccount({ detail }: { detail: AccountDetail }) {
  const t = useTranslations('account.delete');
  const failureText = useFailureText();
  const router = useRouter();
  const toast = useToast();
  const isOwn = useViewer()?.id === detail.id;
  // The deleted account must not be fetched again.
  const { mutateAsync, error } = useSend(account.remove, { reloads: [account.search] });
  const [heir, setHeir] = useState<Heir | null>(null);
  const { login, shares, aliases, sharedAliases } = detail;
  const isEmpty = shares === 0 && aliases === 0;
  const goes = heir ? t('handed', { aliases, heir: heir.label }) : t('with', { shares, aliases });

  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('account')}
        </Button>
      }
      title={t('title', { login })}
      text={
        <>
          {isEmpty ? t('nothing') : goes}
          {!heir && sharedAliases > 0 && ` ${t('members', { count: sharedAliases })}`}
          {isOwn && ` ${t('own')}`}
        </>
      }
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        const { message } = await mutateAsync({
          params: { id: detail.id },
          query: heir ? { heir: heir.value } : {},
        });
        if (isOwn) return leaveToLogin();
        toast(message);
        router.push(paths.accounts);
      }}
    >
      {aliases > 0 && <HeirField id={detail.id} heir={heir} onChange={setHeir} />}
    </Confirm>
  );
}

type Heir = { value: string; label: string };

type HeirFieldProps = {
  id: string;
  heir: Heir | null;
  onChange: (heir: Heir | null) => void;
};

function HeirField({ id, heir, onChange }: HeirFieldProps) {
  const t = useTranslations('account.delete');
  const members = useTranslations('alias.members');
  const failureText = useFailureText();
  const [q, setQ] = useState('');
  const { data, error } = useCall(account.search, {
    query: { q: useDebounced(q.trim(), 200), pageSize: 20 },
  });
  const usable = (data?.items ?? []).filter((other) => other.id !== id && other.state === 'Active');
  return (
    <Field label={t('heir')} hint={t('heirHint')} error={error ? failureText(error) : undefined}>
      <MultiCombobox
        value={heir ? [heir] : []}
        onValueChange={(choices) => onChange(choices.at(-1) ?? null)}
        query={q}
        onQueryChange={setQ}
        maxQueryLength={maxSearchChars}
        options={usable.map(({ id: value, login: label }) => ({ value, label }))}
        placeholder={heir ? '' : members('placeholder')}
        emptyText={members('none')}
        removeLabel={(login) => members('remove', { login })}
      />
    </Field>
  );
}
