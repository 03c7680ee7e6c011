'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { NoteField } from '@/components/files/note/note-field';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { Input } from '@/components/ui/form/input';
import { Segmented } from '@/components/ui/form/segmented';
import { useQuotaProblem } from '@/components/upload/use-quota-problem';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { settings } from '@/lib/contract/settings';
import { nameOfFiles } from '@/lib/domain/file/file-tree';
import { LifeSentence } from './fields/life-sentence';
import { PasswordPart } from './fields/password-part';
import { FilesForm, useProblemText } from './files-form';
import type { DraftSnapshot, ShareDraft } from './share-draft';
import type { FormProblem, ShareForm } from './share-form';
import { SubmitPart } from './submit-part';

const loadPeople = () => import('./fields/people-part').then((part) => part.PeoplePart);
const PeoplePart = dynamic(loadPeople, { loading: () => null });

type CreateFormProps = { draft: ShareDraft; state: DraftSnapshot };

export function CreateForm({ draft, state }: CreateFormProps) {
  const { upload, settings } = draft;
  const { ids, totalBytes } = useUploads(upload.queue);
  const isPublishing = usePublishing() || state.form.isMailed;
  useSuggestedName(draft, ids);
  const obstacle = useQuotaProblem({ count: ids.length, bytes: totalBytes });
  const problemText = useProblemText(totalBytes, settings.maxSize);
  const tooLarge = totalBytes > settings.maxSize ? problemText('tooLarge') : undefined;
  const { form, problem, step } = state;
  const problemAt = (...places: FormProblem[]) =>
    problem && places.includes(problem) ? problemText(problem) : undefined;

  return (
    <FilesForm
      upload={upload}
      isOff={step !== 'form'}
      note={form.note}
      header={settings.mailEnabled && <WaySwitch draft={draft} form={form} />}
      summary={<Summary count={ids.length} totalBytes={totalBytes} />}
      onNote={(note) => draft.change({ note })}
      onSubmit={(element) => {
        if (obstacle) return;
        void draft.submit(isPublishing);
        focusFirstProblem(element);
      }}
    >
      <TextFields draft={draft} form={form} toError={problemAt('to')} noteError={problemAt('noteTooLong')} />
      <LifeFields
        draft={draft}
        form={form}
        problem={problem}
        passwordError={problemAt('passwordNeeded', 'passwordEmpty', 'passwordTooLong')}
      />
      <SubmitPart
        queue={upload.queue}
        isPending={step === 'creating'}
        problem={tooLarge ?? problemAt('nothing')}
        obstacle={obstacle}
        failure={state.failure}
        isPublishing={isPublishing}
        form={form}
        onOther={() => void draft.submit(!isPublishing)}
      />
    </FilesForm>
  );
}

type FormPartProps = { draft: ShareDraft; form: ShareForm };

function WaySwitch({ draft, form }: FormPartProps) {
  const t = useTranslations('create.way');
  return (
    <Segmented
      label={t('label')}
      value={form.isMailed ? 'mail' : 'link'}
      onValueChange={(way) => draft.change({ isMailed: way === 'mail' })}
      options={(['link', 'mail'] as const).map((value) => ({ value, label: t(value) }))}
    />
  );
}

function Summary({ count, totalBytes }: { count: number; totalBytes: number }) {
  const t = useTranslations('create.submit');
  const sizeText = useShortBytes();
  return (
    <p className="text-sm text-muted tabular-nums">{t('summary', { count, size: sizeText(totalBytes) })}</p>
  );
}

type TextFieldsProps = FormPartProps & { toError: string | undefined; noteError: string | undefined };

function TextFields({ draft, form, toError, noteError }: TextFieldsProps) {
  const t = useTranslations('create.name');
  useFetchAhead(loadPeople);
  return (
    <div className="flex flex-col gap-5 border-t border-line p-5">
      {form.isMailed && <PeoplePart form={form} error={toError} onChange={(part) => draft.change(part)} />}
      <Field label={t('label')}>
        <Input
          maxLength={255}
          autoComplete="off"
          placeholder={t('placeholder')}
          value={form.name}
          onValueChange={(name) => draft.change({ name })}
        />
      </Field>
      <NoteField isSmall value={form.note} error={noteError} onChange={(note) => draft.change({ note })} />
    </div>
  );
}

type LifeFieldsProps = FormPartProps & { problem: FormProblem | null; passwordError: string | undefined };

function LifeFields({ draft, form, problem, passwordError }: LifeFieldsProps) {
  const { settings } = draft;
  return (
    <div className="flex flex-col gap-4 border-t border-line p-5">
      <LifeSentence
        form={form}
        settings={settings}
        problem={problem}
        onChange={(part) => draft.change(part)}
      />
      {form.password !== null && (
        <PasswordPart
          value={form.password}
          isRequired={settings.sharePasswordRequired}
          error={passwordError}
          onChange={(password) => draft.change({ password })}
        />
      )}
    </div>
  );
}

/** Users can turn off the installation's automatic publishing. Without the latter, submitting publishes. */
function usePublishing(): boolean {
  const { autoPublishEnabled } = useAppConfig();
  const { data } = useCall(settings.getPreferences, {});
  return !autoPublishEnabled || (data?.autoPublish ?? true);
}

function useSuggestedName(draft: ShareDraft, ids: readonly string[]): void {
  const t = useTranslations('files');
  const suggest = useEffectEvent((ids: readonly string[]) => {
    const { queue } = draft.upload;
    const found = nameOfFiles(ids.flatMap((id) => queue.item(id) ?? []));
    draft.suggestName(found ? t('ofFiles', { name: found.name, count: found.more }).slice(0, 255) : '');
  });
  useEffect(() => suggest(ids), [ids]);
}
