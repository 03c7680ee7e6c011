'use client';

import { useRef, useState } from 'react';
import { useCachedRead } from '@/lib/client/call/use-call';
import { filesInput } from '@/lib/contract/http/file-inputs';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { itemsBetween } from '../choose/items-between';
import type { FileSource } from '../zip/file-links';
import { filesCall } from './file-calls';
import { type LongSelection, nothingChosen, withFiles } from './long-selection';

type MarkedPage = { path: string; marks: readonly string[]; page: number; items: readonly ShareFile[] };

export type LongSelectionState = {
  choice: LongSelection;
  change: (next: (now: LongSelection) => LongSelection) => void;
  /** Selects a file; with `isRange`, all files from the last selected one in the same folder. */
  chooseFile: (file: ShareFile, at: MarkedPage, how: { isOn: boolean; isRange: boolean }) => void;
};

/** Resets the selection when the number of files changes, since it is unknown which files are affected. */
export function useLongSelection({ files }: FileTotals, source: FileSource): LongSelectionState {
  const [state, setState] = useState({ choice: nothingChosen, files });
  const last = useRef<{ file: ShareFile; page: number } | null>(null);
  const read = useCachedRead();
  const change: LongSelectionState['change'] = (next) =>
    setState((now) => ({ choice: next(now.files === files ? now.choice : nothingChosen), files }));

  const itemsOf = async ({ path, marks }: MarkedPage, page: number) =>
    (await read(filesCall(source), filesInput(source.id, path, marks, page, source.visit))).items;

  async function rangeTo(file: ShareFile, at: MarkedPage): Promise<readonly ShareFile[]> {
    const from = last.current;
    if (!from || from.file.path !== at.path) return [file];
    const [first, end] = [Math.min(from.page, at.page), Math.max(from.page, at.page)];
    const pages = Array.from({ length: end - first + 1 }, (_, n) => itemsOf(at, first + n));
    return itemsBetween((await Promise.all(pages)).flat(), from.file.id, file.id);
  }

  return {
    choice: state.files === files ? state.choice : nothingChosen,
    change,
    chooseFile: async (file, at, { isOn, isRange }) => {
      const range = isRange ? await rangeTo(file, at).catch(() => [file]) : [file];
      last.current = { file, page: at.page };
      change((now) =>
        withFiles(
          now,
          range.filter(({ complete }) => complete),
          isOn,
        ),
      );
    },
  };
}
