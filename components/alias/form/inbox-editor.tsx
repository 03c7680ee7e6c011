'use client';

import { clsx } from 'clsx';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { ChangedMeanwhile } from '@/components/app/changed-meanwhile';
import { Banner } from '@/components/ui/dialog/banner';
import { SaveBar } from '@/components/ui/form/save-bar';
import { Segmented } from '@/components/ui/form/segmented';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import type { AliasForm } from '@/lib/contract/alias/alias-form';
import { changeOf, problemsOf, refusedField } from '../alias-rules';
import { DeleteAlias } from './delete-alias';
import { useAliasTexts, useFormTexts } from './field-texts';
import { flawsOf, parseForm } from './form-draft';
import { InboxCards } from './inbox-cards';
import { refusedFields, useFolds } from './inbox-groups';
import { InboxPreview } from './inbox-preview';
import { LeaveQuestion } from './leave-question';
import { useInboxEditor } from './use-inbox-editor';

const SealCard = dynamic(() => import('@/components/sealed/inbox/seal-card').then((part) => part.SealCard), {
  loading: () => null,
});

type InboxEditorProps = { detail: AliasDetail; form: AliasForm | null };

export function InboxEditor({ detail, form }: InboxEditorProps) {
  const t = useTranslations('alias.preview');
  const formRef = useRef<HTMLFormElement>(null);
  const { unfolded, fold, showFlaws } = useFolds(formRef);
  const editor = useInboxEditor({ detail, form, onRefused: (failure) => showFlaws(refusedFields(failure)) });
  const { values, zone, isChanged } = editor;
  const [isTried, setTried] = useState(false);
  const [view, setView] = useState<'edit' | 'preview'>('edit');

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const flawed = Object.keys({ ...problemsOf(values.alias), ...flawsOf(values.form, zone) });
    if (flawed.length > 0) showFlaws(flawed);
    else if (!editor.isPending) void editor.save().catch(() => undefined);
  }

  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:hidden">
        <Segmented
          label={t('view')}
          value={view}
          onValueChange={setView}
          options={(['edit', 'preview'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <div className={clsx('flex min-w-0 flex-col gap-4', view === 'preview' && 'max-lg:hidden')}>
        <form
          ref={formRef}
          method="post"
          noValidate
          onSubmit={submit}
          className="flex min-w-0 flex-col gap-4"
        >
          <InboxCards
            detail={detail}
            editor={editor}
            isTried={isTried}
            unfolded={unfolded}
            onFold={fold}
            removal={<DeleteAlias aliasId={detail.id} name={detail.name} />}
          />
          <InboxSaveBar detail={detail} editor={editor} />
        </form>
        {!detail.album && <SealCard aliasId={detail.id} />}
      </div>
      <div className={clsx('min-w-0 lg:sticky lg:top-20', view === 'edit' && 'max-lg:hidden')}>
        <InboxPreview detail={detail} values={values} zone={zone} />
      </div>
      {isChanged && <LeaveQuestion />}
    </div>
  );
}

type InboxSaveBarProps = { detail: AliasDetail; editor: ReturnType<typeof useInboxEditor> };

function InboxSaveBar({ detail, editor }: InboxSaveBarProps) {
  const t = useTranslations('alias');
  const failureText = useFailureText();
  const { values, zone, failure, isChanged, isPending } = editor;
  const aliasTexts = useAliasTexts(values.alias, detail);
  const formTexts = useFormTexts(zone);
  const isForm = failure?.part === 'form';
  const isAtField = failure?.part === 'password' || (!isForm && refusedField(failure?.error) !== null);
  return (
    <SaveBar
      isChanged={isChanged}
      isPending={isPending}
      status={isChanged && t('unsaved.text')}
      labels={{ discard: t('unsaved.discard'), save: t('form.save') }}
      onDiscard={editor.discard}
    >
      <ChangedMeanwhile
        error={failure?.error ?? null}
        own={isForm ? parseForm(values.form, zone) : changeOf(values.alias)}
        {...(isForm ? formTexts : aliasTexts)}
        onOverwrite={editor.overwrite}
        onKeep={editor.keep}
      />
      {failure && !isAtField && <Banner tone="error">{failureText(failure.error)}</Banner>}
    </SaveBar>
  );
}
