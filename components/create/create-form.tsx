'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffectEvent, useLayoutEffect } from 'react';
import { NoteField } from '@/components/files/note/note-field';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { Input } from '@/components/ui/form/input';
import { selectAllOnFocus } from '@/components/ui/form/select-all-on-focus';
import { useQuotaProblem } from '@/components/upload/use-quota-problem';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { noAdditions } from '@/lib/client/upload/unfinished/server-files';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { settings } from '@/lib/contract/settings';
import { nameOfFiles } from '@/lib/domain/file/file-tree';
import { countKinds, type FileKind, kindTexts } from '@/lib/domain/file-kinds';
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
  const isStarted = state.shareId !== null;
  const isPublishing = usePublishing() || state.form.isMailed;
  useSuggestedName(draft, ids);
  const obstacle = useQuotaProblem(isStarted ? noAdditions : { count: ids.length, bytes: totalBytes });
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
      before={
        <TextFields
          draft={draft}
          form={form}
          toError={problemAt('to')}
          noteError={problemAt('noteTooLong')}
        />
      }
      summary={<ChosenSummary queue={upload.queue} />}
      isStarted={isStarted}
      onClear={() => draft.clearFiles()}
      onNote={(note) => draft.change({ note })}
      onSubmit={(element) => {
        if (obstacle) return;
        void draft.submit(isPublishing);
        focusFirstProblem(element);
      }}
    >
      {({ isReading, isAwaited }) => (
        <>
          <LifeFields
            draft={draft}
            form={form}
            isStarted={isStarted}
            problem={problem}
            passwordError={problemAt('passwordNeeded', 'passwordEmpty', 'passwordTooLong')}
          />
          <SubmitPart
            queue={upload.queue}
            isReading={isReading}
            isPending={step === 'creating' || isAwaited}
            problem={tooLarge ?? problemAt('nothing')}
            obstacle={obstacle}
            failure={state.failure}
            isPublishing={isPublishing}
            form={form}
            onOther={() => void draft.submit(!isPublishing)}
            onStart={() => void draft.startNow()}
            onClear={() => draft.clearFiles()}
          />
        </>
      )}
    </FilesForm>
  );
}

function ChosenSummary({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('create.submit');
  const sizeText = useShortBytes();
  const { ids, totalBytes } = useUploads(queue);
  return (
    <p className="text-sm text-muted tabular-nums">
      {t('summary', { count: ids.length, size: sizeText(totalBytes) })}
    </p>
  );
}

type FormPartProps = { draft: ShareDraft; form: ShareForm };

type TextFieldsProps = FormPartProps & { toError: string | undefined; noteError: string | undefined };

function TextFields({ draft, form, toError, noteError }: TextFieldsProps) {
  const t = useTranslations('create.name');
  useFetchAhead(loadPeople);
  return (
    <div className="flex flex-col gap-5 p-5">
      {form.isMailed && <PeoplePart form={form} error={toError} onChange={(part) => draft.change(part)} />}
      <Field label={t('label')}>
        <Input
          maxLength={255}
          autoComplete="off"
          placeholder={t('placeholder')}
          value={form.name}
          {...(form.name !== '' && form.name === draft.suggestedName && selectAllOnFocus)}
          onValueChange={(name) => draft.change({ name })}
        />
      </Field>
      <NoteField isSmall value={form.note} error={noteError} onChange={(note) => draft.change({ note })} />
    </div>
  );
}

type LifeFieldsProps = FormPartProps & {
  isStarted: boolean;
  problem: FormProblem | null;
  passwordError: string | undefined;
};

function LifeFields({ draft, form, isStarted, problem, passwordError }: LifeFieldsProps) {
  const { settings } = draft;
  return (
    <div className="flex flex-col gap-4 border-t border-line p-5">
      <LifeSentence
        form={form}
        settings={settings}
        isStarted={isStarted}
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

/** The one folder or file, else what there is: “63 photos, 2 documents”. */
function useSuggestedName(draft: ShareDraft, ids: readonly string[]): void {
  const t = useTranslations();
  const words = (kind: FileKind, count: number) =>
    kind === 'others' ? t('upload.list.files', { count }) : t(`files.kinds.${kind}`, { count });
  const suggest = useEffectEvent((ids: readonly string[]) => {
    const { queue } = draft.upload;
    const items = ids.flatMap((id) => queue.item(id) ?? []);
    const kinds = countKinds(items.map(({ filename, file }) => ({ filename, mimetype: file.type })));
    draft.suggestName((nameOfFiles(items) ?? kindTexts(kinds, words).join(', ')).slice(0, 255));
  });
  useLayoutEffect(() => suggest(ids), [ids]); // before a form is submitted that waited for them
}
