'use client';

import { PlayIcon, SendHorizontalIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { FilesForm, useProblemText } from '@/components/create/files-form';
import { NoteField } from '@/components/files/note/note-field';
import { Button, IconButton } from '@/components/ui/button';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { SendBar } from '@/components/upload/send-bar';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useBytes, useShortBytes } from '@/lib/client/content/use-bytes';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { paths } from '@/lib/paths';
import type { ClosedReason, Delivery, DeliverySnapshot } from './delivery';
import { areTooMany } from './delivery-rules';

// Few inboxes have a form.
const loadFormPart = () => import('./form/form-part').then((module) => module.FormPart);
const FormPart = dynamic(loadFormPart);

export type DeliveryFormProps = {
  delivery: Delivery;
  state: DeliverySnapshot;
  isWaiting: boolean;
};

export function DeliveryForm({ delivery, state, isWaiting }: DeliveryFormProps) {
  const t = useTranslations('inbox');
  const router = useRouter();
  // The refreshed page explains why it is closed. A deleted inbox has a page of its own.
  const leave = (reason: ClosedReason) =>
    reason === 'alias.notUsable' ? router.replace(paths.info(1)) : router.refresh();

  return (
    <FilesForm
      upload={delivery.upload}
      isOff={state.step !== 'form'}
      titleTouch={t('choose')}
      note={state.note}
      onNote={(text) => delivery.write(text)}
      onSubmit={(element) => void delivery.submit(leave).then(() => focusFirstProblem(element))}
    >
      {({ isAwaited }) => (
        <DeliveryParts delivery={delivery} state={state} isWaiting={isWaiting || isAwaited} />
      )}
    </FilesForm>
  );
}

export function DeliveryParts({ delivery, state, isWaiting }: DeliveryFormProps) {
  const { upload, settings } = delivery;
  const { totalBytes } = useUploads(upload.queue);
  const problemText = useProblemText(totalBytes, settings.maxSize);
  const { note, problem, step } = state;
  const isNoteWrong = problem === 'noteTooLong';
  return (
    <>
      {settings.form && (
        <AfterLoad load={loadFormPart}>
          <FormPart delivery={delivery} state={state} form={settings.form} />
        </AfterLoad>
      )}
      {state.addsTo === null && !settings.isAlbum && (
        <div className="border-t border-line p-5">
          <NoteField
            isSmall
            value={note}
            error={isNoteWrong ? problemText('noteTooLong') : undefined}
            onChange={(text) => delivery.write(text)}
          />
        </div>
      )}
      <SendPart
        delivery={delivery}
        state={state}
        isPending={isWaiting || step === 'creating'}
        problem={problem && problem !== 'tooMany' && !isNoteWrong ? problemText(problem) : null}
      />
    </>
  );
}

type SendPartProps = {
  delivery: Delivery;
  state: DeliverySnapshot;
  isPending: boolean;
  problem: string | null;
};

function SendPart({ delivery, state, isPending, problem }: SendPartProps) {
  const t = useTranslations('inbox.send');
  const uploadText = useTranslations('upload');
  const sizeText = useBytes();
  const shortText = useShortBytes();
  const failureText = useFailureText();
  const { maxSize, maxAliasFiles } = delivery.settings;
  const { ids, totalBytes } = useUploads(delivery.upload.queue);
  const count = ids.length;
  const trouble = limitProblem() ?? problem ?? (state.failure ? failureText(state.failure) : null);

  function limitProblem(): string | null {
    if (areTooMany(count, delivery.settings)) return t('tooMany', { count, max: maxAliasFiles });
    if (totalBytes <= maxSize) return null;
    return uploadText('tooLarge', { total: sizeText(totalBytes), max: sizeText(maxSize) });
  }

  return (
    <SendBar
      trouble={trouble}
      summary={count > 0 && <p>{t('summary', { count, size: shortText(totalBytes) })}</p>}
    >
      {(count > 0 || state.note !== '') && (
        <Button tone="ghost" disabled={isPending} onClick={() => delivery.clear()}>
          {t('clear')}
        </Button>
      )}
      <div className="flex gap-2 max-sm:[&>[type=submit]]:flex-1">
        <IconButton
          tone="quiet"
          label={uploadText('progress.start')}
          disabled={count === 0 || isPending}
          onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          <PlayIcon aria-hidden />
        </IconButton>
        <Button type="submit" pending={isPending}>
          <SendHorizontalIcon aria-hidden />
          {t('submit', { count })}
        </Button>
      </div>
    </SendBar>
  );
}
