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
import { Fold } from './fold';
import { type FormFieldsProps, flawsOf } from './form-draft';
import { FileFields, IntroField, RecipientField, SenderFields, TimeFields } from './form-fields';
import { useGroupStates } from './group-states';
import type { InboxGroup } from './inbox-groups';
import { QuestionList } from './question-list';
import type { useInboxEditor } from './use-inbox-editor';

type InboxCardsProps = {
  detail: AliasDetail;
  editor: ReturnType<typeof useInboxEditor>;
  /** After the first try to save, what is wrong is shown. */
  isTried: boolean;
  unfolded: ReadonlySet<InboxGroup>;
  onFold: (group: InboxGroup, isOpen: boolean) => void;
  /** Deletes the inbox. */
  removal: ReactNode;
};

/** Fields that each inbox needs stand open; the rest is a line each that says how it is set. */
export function InboxCards({ detail, editor, isTried, unfolded, onFold, removal }: InboxCardsProps) {
  const t = useTranslations('alias.cards');
  const part = useFormPart(editor, isTried);
  const { values, zone } = editor;
  const states = useGroupStates({ values, zone, hasPassword: detail.password === true });
  const foldOf = (group: InboxGroup) => ({
    title: t(group),
    state: states[group],
    isOpen: unfolded.has(group),
    onToggle: (isOpen: boolean) => onFold(group, isOpen),
  });
  return (
    <>
      <PageCard detail={detail} editor={editor} isTried={isTried} />
      <div className="min-w-0 overflow-clip rounded-card bg-raised ring-1 ring-line">
        <Fold {...foldOf('look')}>
          <AppearanceFields {...part} />
        </Fold>
        <Fold {...foldOf('questions')}>
          <SenderFields {...part} />
          <QuestionList {...part} />
        </Fold>
        <Fold {...foldOf('files')}>
          <FileFields {...part} />
          <PresentValidity detail={detail} editor={editor} isTried={isTried} />
        </Fold>
        <Fold {...foldOf('times')}>
          <TimeFields {...part} zone={zone} />
        </Fold>
        <Fold {...foldOf('access')}>
          <AccessFields detail={detail} editor={editor} isTried={isTried} />
        </Fold>
      </div>
      <div className="-my-2 ml-1.5">{removal}</div>
    </>
  );
}

type CardProps = Pick<InboxCardsProps, 'detail' | 'editor' | 'isTried'>;

function PageCard({ detail, editor, isTried }: CardProps) {
  const t = useTranslations('alias');
  const titleId = useId();
  const { mailEnabled } = useAppConfig();
  const part = useFormPart(editor, isTried);
  const { value, errorAt, set } = useAliasPart(editor, isTried);
  return (
    <fieldset
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-4 rounded-card bg-raised p-5 ring-1 ring-line"
    >
      <h3 id={titleId} className="font-semibold tracking-tight">
        {t('cards.page')}
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField value={value.name} error={errorAt('name')} onChange={(name) => set({ name })} />
        <RecipientField {...part} />
      </div>
      <IntroField {...part} />
      <Switch
        label={t('form.enabled')}
        hint={t('form.enabledHint')}
        checked={value.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
      {mailEnabled && detail.told !== undefined && (
        <Switch
          label={t('told')}
          checked={editor.values.told}
          onChange={({ currentTarget }) => editor.change({ told: currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}

function PresentValidity({ detail, editor, isTried }: CardProps) {
  const { value, errorAt, set } = useAliasPart(editor, isTried);
  return (
    <ValidityField
      value={value.validityMs}
      presentMs={detail.validity}
      error={errorAt('validity')}
      onChange={(validityMs) => set({ validityMs })}
    />
  );
}

function AccessFields({ detail, editor, isTried }: CardProps) {
  const { aliasMemberEnabled } = useAppConfig();
  const failureText = useFailureText();
  const { values, change, failure } = editor;
  const { value, errorAt, set } = useAliasPart(editor, isTried);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <InboxPassword
          values={values}
          isSet={detail.password === true}
          error={failure?.part === 'password' ? failureText(failure.error) : undefined}
          onChange={change}
        />
        <IdField value={value.id} isNew={false} error={errorAt('id')} onChange={(id) => set({ id })} />
      </div>
      <AlbumField values={values} shareId={detail.album?.share} onChange={change} />
      {aliasMemberEnabled && (
        <MembersField
          value={value.members}
          error={errorAt('members')}
          onChange={(members) => set({ members })}
        />
      )}
    </>
  );
}

function useFormPart({ values, zone, change }: InboxCardsProps['editor'], isTried: boolean): FormFieldsProps {
  const t = useTranslations('alias.senders.flaw');
  const flaws = isTried ? flawsOf(values.form, zone) : {};
  return {
    draft: values.form,
    flawAt: (field) => flaws[field] && t(flaws[field]),
    onChange: (typed) => change({ form: typed }),
  };
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
