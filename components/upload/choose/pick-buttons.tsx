'use client';

import { FilesIcon, FolderIcon, PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { type Collected, collectFiles, collectHandles } from '@/lib/client/upload/choose/collect';

type Picker = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;

// An attribute that every browser knows and React's types don't.
const foldersOnly = { webkitdirectory: '' };

/** The File System Access picker, whose handles can be opened again after a reload. */
const handlePicker = (): Picker | undefined =>
  'showOpenFilePicker' in window ? (window.showOpenFilePicker as Picker) : undefined;

type PickButtonsProps = {
  onCollected: (collecting: Promise<Collected>) => void;
  /** Beside files that have been chosen. */
  isCompact?: boolean;
  children?: ReactNode;
};

export function PickButtons({ onCollected, isCompact = false, children }: PickButtonsProps) {
  const t = useTranslations('upload.drop');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const tone = isCompact ? 'ghost' : 'quiet';

  async function pickFiles() {
    const pick = handlePicker();
    if (!pick) return files.current?.click();
    const handles = await pick({ multiple: true }).catch(() => []);
    if (handles.length > 0) onCollected(collectHandles(handles));
  }

  function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const picked = [...(input.files ?? [])];
    // Emptied, so that picking the same file once more is noticed.
    input.value = '';
    if (picked.length > 0) onCollected(Promise.resolve(collectFiles(picked)));
  }

  return (
    <div
      className={
        isCompact
          ? 'flex flex-wrap justify-end'
          : 'grid w-full grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-2 sm:flex sm:w-auto'
      }
    >
      <Button tone={tone} onClick={() => void pickFiles()}>
        {isCompact ? <PlusIcon aria-hidden /> : <FilesIcon aria-hidden />}
        {t(isCompact ? 'addFiles' : 'chooseFiles')}
      </Button>
      {/* Phones have no folders to choose. */}
      <span className="contents pointer-coarse:hidden">
        <Button tone={tone} onClick={() => folder.current?.click()}>
          <FolderIcon aria-hidden />
          {t(isCompact ? 'addFolder' : 'chooseFolder')}
        </Button>
      </span>
      {children}
      <input ref={files} type="file" multiple hidden aria-label={t('chooseFiles')} onChange={take} />
      <input
        ref={folder}
        type="file"
        {...foldersOnly}
        hidden
        aria-label={t('chooseFolder')}
        onChange={take}
      />
    </div>
  );
}
