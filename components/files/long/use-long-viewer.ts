'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useCachedRead } from '@/lib/client/call/use-call';
import { filesInput, folderInput } from '@/lib/contract/http/file-inputs';
import type { ShareFile } from '@/lib/contract/share/file';
import { canPreview } from '@/lib/domain/file/file-type';
import type { FileSource } from '../zip/file-links';
import { filesCall, folderCall } from './file-calls';

/** Maximum pages to search for the next file with a preview. */
const maxPages = 10;
/** Maximum folder depth to search for the first file. */
const maxDepth = 30;

/** A page of a folder's files; `count` is the folder's total. */
export type FolderPage = { path: string; page: number; items: readonly ShareFile[]; count: number };

export function useLongViewer(source: FileSource, { startOpen }: { startOpen: boolean }) {
  const [opened, setOpened] = useState<{ id: string; folderPage: FolderPage } | null>(null);
  const folderPages = useFolderPages(source);
  const index = opened ? opened.folderPage.items.findIndex(({ id }) => id === opened.id) : -1;

  const show = (file: ShareFile, folderPage: FolderPage) =>
    setOpened(canPreview(file) ? { id: file.id, folderPage } : null);

  const walk = async (from: FolderPage, at: number, direction: 1 | -1) => {
    let rest = direction === 1 ? from.items.slice(at + 1) : from.items.slice(0, Math.max(at, 0)).reverse();
    let folderPage = from;
    for (let pages = 0; pages < maxPages; pages++) {
      const next = rest.find(canPreview);
      if (next) return show(next, folderPage);
      folderPage = await folderPages.at(folderPage.path, folderPage.page + direction);
      rest = direction === 1 ? [...folderPage.items] : [...folderPage.items].reverse();
    }
  };

  const open = useEffectEvent(async () => {
    const folderPage = await folderPages.at(await folderPages.firstPath(), 0);
    const first = folderPage.items.find(({ complete }) => complete);
    if (first) setOpened({ id: first.id, folderPage });
    else await walk(folderPage, -1, 1);
  });
  useEffect(() => {
    if (startOpen) open().catch(() => undefined); // the list below says what is wrong
  }, [startOpen]);

  const items = opened?.folderPage.items ?? [];
  return {
    current: items[index] ?? null,
    before: items[index - 1] ?? null,
    behind: items[index + 1] ?? null,
    position: opened && { index: opened.folderPage.page * 100 + index + 1, count: opened.folderPage.count },
    turn: (direction: 1 | -1) => {
      if (opened) walk(opened.folderPage, index, direction).catch(() => undefined);
    },
    show,
    close: () => setOpened(null),
  };
}

function useFolderPages(source: FileSource) {
  const read = useCachedRead();
  const folderAt = (path: string) => read(folderCall(source), folderInput(source.id, path, source.visit));
  return {
    /** Loads a page by its number. The first page follows the last. */
    at: async (path: string, page: number): Promise<FolderPage> => {
      const { marks, files } = await folderAt(path);
      const pages = Math.max(marks.length, 1);
      const n = (page + pages) % pages;
      const { items } = await read(filesCall(source), filesInput(source.id, path, marks, n, source.visit));
      return { path, page: n, items, count: files };
    },
    firstPath: async (): Promise<string> => {
      let path = '';
      for (let depth = 0; depth < maxDepth; depth++) {
        const { files, folders } = await folderAt(path);
        const [inner] = folders;
        if (files > 0 || !inner) break;
        path = path === '' ? inner.name : `${path}/${inner.name}`;
      }
      return path;
    },
  };
}
