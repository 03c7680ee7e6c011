'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { FileRow } from './file-row';
import { FolderRow } from './folder-row';
import { rowHeight } from './upload-list-row';
import { crowdedFolders, uploadTree, visibleRows } from './upload-rows';
import { useScrollToRow, useWindow } from './use-window';

/** Renders only the visible rows, so that ten thousand files scroll smoothly. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('upload.list');
  const { ids, activeIds } = useUploads(queue);
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
      className="max-h-[min(27rem,60dvh)] overflow-y-auto overscroll-contain"
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
          <FileRow key={row.key} {...place} queue={queue} id={row.id} />
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
