'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';
import { IdField, NameField, ValidityField } from './alias-fields';
import {
  type AliasField,
  type AliasValues,
  changeOf,
  emptyAlias,
  problemsOf,
  refusedField,
} from './alias-rules';
import { MembersField } from './members-field';

/** Creates an alias, then opens its page. */
export function AliasForm() {
  const t = useTranslations('alias.form');
  const config = useAppConfig();
  const router = useRouter();
  const failureText = useFailureText();
  const [values, setValues] = useState<AliasValues>(() => emptyAlias(config));
  const [isTried, setIsTried] = useState(false);
  const create = useSend(alias.create, { reloads: [alias.search] });
  const { error } = create;
  const problems = isTried ? problemsOf(values) : {};
  const refused = refusedField(error);
  const refusalAt = (field: AliasField) => (refused === field ? failureText(error) : undefined);

  function change(part: Partial<AliasValues>) {
    setValues((now) => ({ ...now, ...part }));
    if (error) create.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problemsOf(values)).length > 0) focusFirstProblem(event.currentTarget);
    else if (!create.isPending)
      create.mutate({ body: changeOf(values) }, { onSuccess: ({ id }) => router.push(paths.alias(id)) });
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
        presentMs={values.validityMs}
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
        isNew
        error={problems.id ? t(`problem.${problems.id}`) : refusalAt('id')}
        onChange={(id) => change({ id })}
      />
      {error && !refused && <Banner tone="error">{failureText(error)}</Banner>}
      <div className="flex flex-wrap-reverse items-center justify-between gap-2">
        <span className="-ml-3.5">
          <ButtonLink tone="ghost" href={paths.aliases}>
            {t('cancel')}
          </ButtonLink>
        </span>
        <Button type="submit" pending={create.isPending || create.isSuccess}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
