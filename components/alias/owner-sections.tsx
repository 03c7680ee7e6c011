'use client';

import { ImagesIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { Segmented } from '@/components/ui/form/segmented';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';

const modes = ['off', 'open', 'checked'] as const;

export function AlbumSection({ detail: { id, album: present } }: { detail: AliasDetail }) {
  const t = useTranslations('alias.album');
  const send = useSend(album.set, { reloads: [alias.get, share.search] });
  const savedMode = present ? (present.checked ? 'checked' : 'open') : 'off';
  const mode = send.isPending ? send.variables.body.mode : savedMode;
  return (
    <section aria-labelledby="album" className="mb-10 max-w-xl">
      <h2 id="album" className="mb-2 text-lg font-semibold tracking-tight">
        {t('title')}
      </h2>
      <p className="mb-3 text-sm text-pretty text-muted">{t(`hint.${mode}`)}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('title')}
          value={mode}
          onValueChange={(value) => send.mutate({ params: { id }, body: { mode: value } })}
          options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        {present && (
          <ButtonLink tone="ghost" href={paths.share(present.share)}>
            <ImagesIcon aria-hidden />
            {t('open')}
          </ButtonLink>
        )}
      </div>
      <FailureBanner error={send.error} className="mt-3" />
    </section>
  );
}

const reloads = [alias.get];

export function PasswordSection({ id, isSet }: { id: string; isSet: boolean }) {
  const t = useTranslations('alias.password');
  const failureText = useFailureText();
  const [value, setValue] = useState('');
  const set = useSend(alias.setPassword, { reloads });
  const clear = useSend(alias.clearPassword, { reloads });
  const error = set.error ?? clear.error;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (value !== '') set.mutate({ params: { id }, body: { value } }, { onSuccess: () => setValue('') });
  };
  return (
    <section aria-labelledby="password" className="mb-10 max-w-xl">
      <h2 id="password" className="mb-2 text-lg font-semibold tracking-tight">
        {t('title')}
      </h2>
      <p className="mb-3 text-sm text-pretty text-muted">{t(isSet ? 'on' : 'off')}</p>
      <form noValidate onSubmit={save} className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <Field label={t(isSet ? 'new' : 'label')} error={error ? failureText(error) : undefined}>
            <PasswordField value={value} onValueChange={setValue} autoComplete="off" showLabel={t('show')} />
          </Field>
        </div>
        <Button type="submit" tone="quiet" disabled={value === ''} pending={set.isPending}>
          {t('set')}
        </Button>
        {isSet && (
          <Button tone="quiet" pending={clear.isPending} onClick={() => clear.mutate({ params: { id } })}>
            {t('remove')}
          </Button>
        )}
      </form>
    </section>
  );
}
