'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { IdField, NameField, ValidityField } from '../alias-fields';
import { type AliasField, type AliasValues, problemsOf, refusedField } from '../alias-rules';
import { MembersField } from '../members-field';
import { AlbumField, InboxPassword } from './access-fields';
import { AppearanceFields } from './appearance-fields';
import { flawsOf } from './form-draft';
import { FileFields, IntroField, RecipientField, SenderFields, TimeFields } from './form-fields';
import { QuestionList } from './question-list';
import type { useInboxEditor } from './use-inbox-editor';

type InboxCardsProps = {
  detail: AliasDetail;
  editor: ReturnType<typeof useInboxEditor>;
  /** After the first try to save, what is wrong is shown. */
  isTried: boolean;
  /** Deletes the inbox. */
  removal: ReactNode;
};

export function InboxCards({ detail, editor, isTried, removal }: InboxCardsProps) {
  const t = useTranslations('alias');
  const { mailEnabled } = useAppConfig();
  const { values, zone, change } = editor;
  const flaws = isTried ? flawsOf(values.form, zone) : {};
  const part = {
    draft: values.form,
    flawAt: (field: string) => flaws[field] && t(`senders.flaw.${flaws[field]}`),
    onChange: (typed: Partial<typeof values.form>) => change({ form: typed }),
  };
  const { value, errorAt, set } = useAliasPart(editor, isTried);
  return (
    <>
      <Card title={t('cards.page')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NameField value={value.name} error={errorAt('name')} onChange={(name) => set({ name })} />
          <RecipientField {...part} />
        </div>
        <IntroField {...part} />
        <AppearanceFields {...part} />
      </Card>
      <Card title={t('cards.questions')}>
        <SenderFields {...part} />
        <QuestionList {...part} />
      </Card>
      <Card title={t('cards.files')}>
        <FileFields {...part} />
        <ValidityField
          value={value.validityMs}
          presentMs={detail.validity}
          error={errorAt('validity')}
          onChange={(validityMs) => set({ validityMs })}
        />
      </Card>
      <Card title={t('cards.times')}>
        <TimeFields {...part} zone={zone} />
      </Card>
      {mailEnabled && detail.told !== undefined && (
        <Card title={t('cards.notices')}>
          <Switch
            label={t('told')}
            checked={values.told}
            onChange={({ currentTarget }) => change({ told: currentTarget.checked })}
          />
        </Card>
      )}
      <AccessCard detail={detail} editor={editor} isTried={isTried} removal={removal} />
    </>
  );
}

function AccessCard({ detail, editor, isTried, removal }: InboxCardsProps) {
  const t = useTranslations('alias');
  const { aliasMemberEnabled } = useAppConfig();
  const failureText = useFailureText();
  const { values, change, failure } = editor;
  const { value, errorAt, set } = useAliasPart(editor, isTried);
  return (
    <Card title={t('cards.access')}>
      <Switch
        label={t('form.enabled')}
        hint={t('form.enabledHint')}
        checked={value.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <IdField value={value.id} isNew={false} error={errorAt('id')} onChange={(id) => set({ id })} />
        <InboxPassword
          values={values}
          isSet={detail.password === true}
          error={failure?.part === 'password' ? failureText(failure.error) : undefined}
          onChange={change}
        />
      </div>
      <AlbumField values={values} shareId={detail.album?.share} onChange={change} />
      {aliasMemberEnabled && (
        <MembersField
          value={value.members}
          error={errorAt('members')}
          onChange={(members) => set({ members })}
        />
      )}
      <div className="-mb-2 -ml-3.5">{removal}</div>
    </Card>
  );
}

function useAliasPart({ values, failure, change }: InboxCardsProps['editor'], isTried: boolean) {
  const t = useTranslations('alias.form');
  const failureText = useFailureText();
  const { alias: value } = values;
  const problems = isTried ? problemsOf(value) : {};
  const texts: Partial<Record<AliasField, string>> = {
    ...(problems.name && { name: t('problem.blank') }),
    ...(problems.id && { id: t(`problem.${problems.id}`) }),
  };
  const refused = failure?.part === 'alias' ? refusedField(failure.error) : null;
  return {
    value,
    errorAt: (field: AliasField) =>
      texts[field] ?? (refused === field ? failureText(failure?.error) : undefined),
    set: (typed: Partial<AliasValues>) => change({ alias: typed }),
  };
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <fieldset
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-4 rounded-card bg-raised p-5 ring-1 ring-line"
    >
      <h3 id={titleId} className="font-semibold tracking-tight">
        {title}
      </h3>
      {children}
    </fieldset>
  );
}
