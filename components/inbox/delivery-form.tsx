'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { useLeaveGuard } from '@/components/create/use-leave-guard';
import { useProblemText } from '@/components/create/use-problem-text';
import { NoteField } from '@/components/files/note/note-field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { CollectNotice } from '@/components/upload/choose/collect-notice';
import { DropSheet } from '@/components/upload/choose/drop-sheet';
import { useCollect } from '@/components/upload/choose/use-collect';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useCarriedDrop } from '@/lib/client/upload/choose/carried-drop';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { paths } from '@/lib/paths';
import type { ClosedReason, Delivery, DeliverySnapshot } from './delivery';
import { SendPart } from './send-part';

// There is nothing to list before files are picked.
const loadList = () => import('@/components/upload/list/upload-list').then((module) => module.UploadList);
const UploadList = dynamic(loadList);

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
  const { upload, settings } = delivery;
  const { ids, totalBytes } = useUploads(upload.queue);
  useFetchAhead(loadList);
  useLeaveGuard(ids.length > 0);
  const { notice, isReading, take } = useCollect(upload, (collected) => upload.add(collected));
  const problemText = useProblemText(totalBytes, settings.maxSize);
  const { note, problem, step } = state;
  const addText = (text: string) => delivery.write(note === '' ? text : `${note}\n\n${text}`);
  useCarriedDrop({ onFiles: take, onText: addText });
  const isNoteWrong = problem === 'noteTooLong';
  // The refreshed page explains why it is closed. A deleted inbox has a page of its own.
  const leave = (reason: ClosedReason) =>
    reason === 'alias.notUsable' ? router.replace(paths.info(1)) : router.refresh();

  return (
    <form
      noValidate
      className="rounded-card bg-raised shadow-card ring-1 ring-line"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void delivery.submit(leave).then(() => focusFirstProblem(form));
      }}
    >
      <DropSheet
        maxSizeBytes={settings.maxSize}
        isCompact={ids.length > 0}
        titleTouch={t('choose')}
        isOff={step !== 'form'}
        onCollected={(collecting) => void take(collecting)}
        onText={addText}
      >
        <CollectNotice notice={notice} isReading={isReading} />
      </DropSheet>
      {ids.length > 0 && <UploadList queue={upload.queue} />}
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
    </form>
  );
}
