'use client';

import { Trash2Icon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangedMeanwhile } from '@/components/app/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { mergeTyped } from '@/lib/client/merge-typed';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';
import { IdField, NameField, ValidityField } from './alias-fields';
import {
  type AliasField,
  type AliasValues,
  changeOf,
  emptyAlias,
  loadedValues,
  problemsOf,
  refusedField,
  valuesOf,
} from './alias-rules';
import { useAliasTexts, useSaveAlias } from './use-save-alias';

// Loaded separately: not all installations have members.
const MembersField = dynamic(() => import('./members-field').then((module) => module.MembersField));

export function AliasForm({ detail }: { detail?: AliasDetail }) {
  const t = useTranslations('alias.form');
  const config = useAppConfig();
  const failureText = useFailureText();
  const [values, setValues] = useState<AliasValues>(() =>
    detail ? valuesOf(detail, config) : emptyAlias(config),
  );
  const [loaded, setLoaded] = useState(() => loadedValues(values));
  const [isTried, setIsTried] = useState(false);
  const { save, isPending, error, forget } = useSaveAlias(detail?.id ?? null);
  const problems = isTried ? problemsOf(values) : {};
  const refused = refusedField(error);
  const refusalAt = (field: AliasField) => (refused === field ? failureText(error) : undefined);

  function change(part: Partial<AliasValues>) {
    setValues((now) => ({ ...now, ...part }));
    if (error) forget();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setIsTried(true);
    if (Object.keys(problemsOf(values)).length > 0) focusFirstProblem(form);
    else void send(loaded).catch(() => undefined);
  }

  async function send(was: Record<string, unknown>) {
    const fresh = await save(changeOf(values), was);
    const next = fresh ? valuesOf(fresh, config) : values;
    setValues((typed) => mergeTyped(typed, values, next));
    setLoaded(loadedValues(next));
  }

  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <NameField
        value={values.name}
        error={problems.name ? t('problem.blank') : refusalAt('name')}
        onChange={(name) => change({ name })}
      />
      <Switch
        label={t('enabled')}
        hint={t('enabledHint')}
        checked={values.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <ValidityField
        value={values.validityMs}
        presentMs={detail?.validity ?? values.validityMs}
        error={refusalAt('validity')}
        onChange={(validityMs) => change({ validityMs })}
      />
      {config.aliasMemberEnabled && (
        <MembersField
          value={values.members}
          error={refusalAt('members')}
          onChange={(members) => change({ members })}
        />
      )}
      <IdField
        value={values.id}
        isNew={!detail}
        error={problems.id ? t(`problem.${problems.id}`) : refusalAt('id')}
        onChange={(id) => change({ id })}
      />
      <ChangedMeanwhile
        error={error}
        own={changeOf(values)}
        {...useAliasTexts(values, detail)}
        onOverwrite={(now) => send({ ...loaded, ...now })}
        onKeep={(now) => {
          setLoaded({ ...loaded, ...now });
          forget();
        }}
      />
      {error && !refused && <Banner tone="error">{failureText(error)}</Banner>}
      <div className="flex flex-wrap-reverse items-center justify-between gap-2">
        <span className="-ml-3.5">
          {detail ? (
            <DeleteAlias aliasId={detail.id} name={detail.name} />
          ) : (
            <ButtonLink tone="ghost" href={paths.aliases}>
              {t('cancel')}
            </ButtonLink>
          )}
        </span>
        <Button type="submit" pending={isPending}>
          {t(detail ? 'save' : 'create')}
        </Button>
      </div>
    </form>
  );
}

type DeleteAliasProps = { aliasId: string; name: string };

function DeleteAlias({ aliasId, name }: DeleteAliasProps) {
  const t = useTranslations('alias.delete');
  const failureText = useFailureText();
  const router = useRouter();
  // The deleted alias must not be fetched again.
  const { mutateAsync, error } = useSend(alias.remove, { reloads: [alias.search] });
  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('button')}
        </Button>
      }
      title={t('title')}
      subject={name}
      text={t('text')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        await mutateAsync({ params: { id: aliasId } });
        router.push(paths.aliases);
      }}
    />
  );
}
