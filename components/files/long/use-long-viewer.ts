'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useRead } from '@/lib/client/call/use-call';
import { filesInput, folderInput } from '@/lib/contract/http/file-inputs';
import type { ShareFile } from '@/lib/contract/share/file';
import { canPreview } from '@/lib/domain/file/preview';
import type { FileSource } from '../zip/file-links';
import { filesCall, folderCall } from './file-calls';

/** As far as it looks for the next file that can be shown. */
const maxPages = 10;
/** As deep as it looks for the first file of a link that opens with it. */
const maxDepth = 30;

/** A page of a folder's files: which, of how many files in all. */
export type Place = { path: string; page: number; items: readonly ShareFile[]; count: number };

/** Which file the viewer shows, if any. It steps through the file's own folder and reads pages on the way. */
export function useLongViewer(source: FileSource, { startOpen }: { startOpen: boolean }) {
  const [shown, setShown] = useState<{ id: string; place: Place } | null>(null);
  const places = usePlaces(source);
  const index = shown ? shown.place.items.findIndex(({ id }) => id === shown.id) : -1;

  const show = (file: ShareFile, place: Place) => setShown(canPreview(file) ? { id: file.id, place } : null);

  const walk = async (from: Place, at: number, direction: 1 | -1) => {
    let rest = direction === 1 ? from.items.slice(at + 1) : from.items.slice(0, Math.max(at, 0)).reverse();
    let place = from;
    for (let pages = 0; pages < maxPages; pages++) {
      const next = rest.find(canPreview);
      if (next) return show(next, place);
      place = await places.at(place.path, place.page + direction);
      rest = direction === 1 ? [...place.items] : [...place.items].reverse();
    }
  };

  const open = useEffectEvent(async () => {
    const place = await places.at(await places.firstPath(), 0);
    const first = place.items.find(({ complete }) => complete);
    if (first) setShown({ id: first.id, place });
    else await walk(place, -1, 1);
  });
  useEffect(() => {
    if (startOpen) open().catch(() => undefined); // the list below says what is wrong
  }, [startOpen]);

  const items = shown?.place.items ?? [];
  return {
    current: items[index] ?? null,
    before: items[index - 1] ?? null,
    behind: items[index + 1] ?? null,
    position: shown && { index: shown.place.page * 100 + index + 1, count: shown.place.count },
    turn: (direction: 1 | -1) => {
      if (shown) walk(shown.place, index, direction).catch(() => undefined);
    },
    show,
    close: () => setShown(null),
  };
}

function usePlaces(source: FileSource) {
  const read = useRead();
  const folderAt = (path: string) => read(folderCall(source), folderInput(source.id, path, source.visit));
  return {
    /** Reads a page by its number; behind the last one comes the first. */
    at: async (path: string, page: number): Promise<Place> => {
      const { marks, files } = await folderAt(path);
      const pages = Math.max(marks.length, 1);
      const n = (page + pages) % pages;
      const { items } = await read(filesCall(source), filesInput(source.id, path, marks, n, source.visit));
      return { path, page: n, items, count: files };
    },
    /** The folder whose files come first: the share itself, or the first one inwards that has any. */
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
