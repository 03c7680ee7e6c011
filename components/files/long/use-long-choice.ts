'use client';

import { useRef, useState } from 'react';
import { useRead } from '@/lib/client/call/use-call';
import { filesInput } from '@/lib/contract/http/file-inputs';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import { stretchBetween } from '../choose/stretch-between';
import type { FileSource } from '../zip/file-links';
import { type Choice, nothingChosen, withFiles } from './choice';
import { filesCall } from './file-calls';

/** A page of a folder's files. */
type Page = { path: string; marks: readonly string[]; page: number; items: readonly ShareFile[] };

export type LongChoice = {
  choice: Choice;
  change: (next: (now: Choice) => Choice) => void;
  /** Chooses a file of a page; with `isRange` all from the last one that was chosen in the same folder. */
  chooseFile: (file: ShareFile, at: Page, how: { isOn: boolean; isRange: boolean }) => void;
};

/** What is chosen; when files come or go it starts anew, because nobody here knows which. */
export function useLongChoice({ files }: FileTotals, source: FileSource): LongChoice {
  const [state, setState] = useState({ choice: nothingChosen, files });
  const last = useRef<{ file: ShareFile; page: number } | null>(null);
  const read = useRead();
  const change: LongChoice['change'] = (next) =>
    setState((now) => ({ choice: next(now.files === files ? now.choice : nothingChosen), files }));

  const itemsOf = async ({ path, marks }: Page, page: number) =>
    (await read(filesCall(source), filesInput(source.id, path, marks, page, source.visit))).items;

  async function rangeTo(file: ShareFile, at: Page): Promise<readonly ShareFile[]> {
    const from = last.current;
    if (!from || from.file.path !== at.path) return [file];
    const [first, end] = [Math.min(from.page, at.page), Math.max(from.page, at.page)];
    const pages = Array.from({ length: end - first + 1 }, (_, n) => itemsOf(at, first + n));
    return stretchBetween((await Promise.all(pages)).flat(), from.file.id, file.id);
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
