'use client';

import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { FileRow } from './file-row';
import { FolderRow } from './folder-row';
import { rowHeight } from './upload-list-row';
import { crowdedFolders, uploadTree, visibleRows } from './upload-rows';

/** Renders only the visible rows, so that ten thousand files scroll smoothly. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('upload.list');
  const { ids, activeIds, phase } = useUploads(queue);
  const tree = uploadTree(ids.flatMap((id) => queue.item(id) ?? []));
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = visibleRows(tree, closedOf(crowdedFolders(tree), toggled));
  const { box, first, end, padTop, padBottom } = useWindow<HTMLUListElement>(rows.length, rowHeight);

  const [moving] = activeIds;
  useScrollToRow(
    box,
    rows.findIndex(({ key }) => key === moving),
    rowHeight,
  );

  function toggle(path: string) {
    const next = new Set(toggled);
    if (!next.delete(path)) next.add(path);
    setToggled(next);
  }

  return (
    <ul
      ref={box}
      aria-label={t('label')}
      className="max-h-[min(27rem,60dvh)] overflow-y-auto overscroll-contain first:[&>:nth-child(2)]:border-t-0"
    >
      <li aria-hidden style={{ height: padTop }} />
      {rows.slice(first, end).map((row, offset) => {
        const place = { depth: row.depth, position: first + offset + 1, count: rows.length };
        return row.kind === 'folder' ? (
          <FolderRow
            key={row.key}
            {...place}
            queue={queue}
            folder={row.folder}
            isOpen={row.isOpen}
            onToggle={toggle}
          />
        ) : (
          <FileRow key={row.key} {...place} queue={queue} id={row.id} isSending={phase === 'running'} />
        );
      })}
      <li aria-hidden style={{ height: padBottom }} />
    </ul>
  );
}

/** Crowded folders start closed, all others open; `toggled` holds the exceptions. */
function closedOf(crowded: readonly string[], toggled: ReadonlySet<string>): Set<string> {
  const closed = new Set(crowded);
  for (const path of toggled) if (!closed.delete(path)) closed.add(path);
  return closed;
}

const spareRows = 8;

export function useWindow<E extends HTMLElement>(rowCount: number, rowHeight: number) {
  const box = useRef<E>(null);
  const [view, setView] = useState({ top: 0, height: rowHeight * 12 });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - spareRows);
  const end = Math.min(rowCount, Math.ceil((view.top + view.height) / rowHeight) + spareRows);
  return { box, first, end, padTop: first * rowHeight, padBottom: Math.max(0, rowCount - end) * rowHeight };
}

/** Keeps the moving row visible unless the pointer or the focus is in the list. */
export function useScrollToRow(box: RefObject<HTMLElement | null>, index: number, rowHeight: number): void {
  useEffect(() => {
    const element = box.current;
    if (!element || index < 0 || element.matches(':hover, :focus-within')) return;
    const top = index * rowHeight;
    const isAbove = top < element.scrollTop;
    const isBelow = top + rowHeight > element.scrollTop + element.clientHeight;
    if (isAbove || isBelow) element.scrollTop = top - element.clientHeight / 2;
  }, [box, index, rowHeight]);
}
