'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CollectNotice, type CollectReport, useCollect } from '@/components/upload/choose/collect-notice';
import { DropSheet } from '@/components/upload/choose/drop-sheet';
import { useFetched } from '@/lib/client/call/use-fetched';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useCarriedDrop } from '@/lib/client/upload/choose/carried-drop';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { maxNoteBytes } from '@/lib/domain/limits';
import type { FormProblem } from './share-form';

// There is nothing to list before files are picked.
const loadList = () => import('@/components/upload/list/chosen-files').then((module) => module.ChosenFiles);

type FilesFormProps = {
  upload: ShareUpload;
  isOff: boolean;
  titleTouch?: string;
  /** Above the files. */
  before?: ReactNode;
  /** Files are sent as soon as they are added. */
  isStarted?: boolean;
  onClear?: () => void;
  /** Beside the buttons that choose more files. */
  summary?: ReactNode;
  note: string;
  onNote: (note: string) => void;
  onSubmit: (form: HTMLFormElement) => void;
  children: (reading: FilesReading) => ReactNode;
};

type FilesReading = {
  /** Chosen files aren't listed yet. */
  isReading: boolean;
  /** The form was submitted meanwhile. */
  isAwaited: boolean;
};

/** Takes files, and text for its note, from anywhere on the page. */
export function FilesForm(props: FilesFormProps) {
  const {
    upload,
    isOff,
    titleTouch,
    before,
    isStarted = false,
    onClear,
    summary,
    note,
    onNote,
    onSubmit,
    children,
  } = props;
  const { ids } = useUploads(upload.queue);
  const ChosenFiles = useFetched(loadList, ids.length > 0);
  useLeaveGuard(ids.length > 0);
  const { notice, isReading, take } = useCollect(upload, (collected) =>
    isStarted ? upload.addOn(collected) : upload.add(collected),
  );
  const addText = (text: string) => onNote(note === '' ? text : `${note}\n\n${text}`);
  useCarriedDrop({ onFiles: take, onText: addText });
  const { form, isAwaited, wait } = useSubmitWhenRead(isReading, notice);
  return (
    <form
      ref={form}
      noValidate
      className="rounded-card bg-raised shadow-card ring-1 ring-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReading) wait();
        else onSubmit(event.currentTarget);
      }}
    >
      {before && <div className="border-b border-line">{before}</div>}
      {ids.length > 0 && ChosenFiles && <ChosenFiles queue={upload.queue} />}
      <DropSheet
        maxSizeBytes={upload.settings.maxSize}
        isCompact={ids.length > 0}
        summary={summary}
        {...(onClear && { onClear })}
        {...(titleTouch && { titleTouch })}
        isOff={isOff}
        onCollected={(collecting) => void take(collecting)}
        onText={addText}
      >
        <CollectNotice notice={notice} isReading={isReading} />
      </DropSheet>
      {children({ isReading, isAwaited })}
    </form>
  );
}

/** Files still read belong to what is submitted; the person first sees which of them can't be sent. */
function useSubmitWhenRead(isReading: boolean, notice: CollectReport | null) {
  const form = useRef<HTMLFormElement>(null);
  const [isAwaited, setAwaited] = useState(false);
  const submit = useEffectEvent(() => {
    setAwaited(false);
    if (!notice || !isAnyLeftOut(notice)) form.current?.requestSubmit();
  });
  useEffect(() => {
    if (isAwaited && !isReading) submit();
  }, [isAwaited, isReading]);
  return { form, isAwaited, wait: () => setAwaited(true) };
}

const isAnyLeftOut = ({ isEmpty, renamed, empty, unreadable }: CollectReport) =>
  isEmpty || renamed.length + empty.length + unreadable.length > 0;

/** Other pages of the application keep the chosen files, so only leaving the application is confirmed. */
function useLeaveGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

export function useProblemText(totalBytes: number, maxSizeBytes: number): (problem: FormProblem) => string {
  const t = useTranslations();
  const sizeText = useBytes();
  return (problem) => {
    switch (problem) {
      case 'tooLarge':
        return t('upload.tooLarge', { total: sizeText(totalBytes), max: sizeText(maxSizeBytes) });
      case 'to':
        return t('create.problem.to');
      case 'passwordNeeded':
        return t('create.problem.password');
      case 'passwordEmpty':
        return t('create.password.empty');
      case 'until':
      case 'downloads':
      case 'words':
        return ''; // displayed at the field
      case 'passwordTooLong':
        return t('create.password.tooLong');
      case 'noteTooLong':
        return t('create.note.tooLong', { max: sizeText(maxNoteBytes) });
      default:
        return t('create.problem.nothing');
    }
  };
}
