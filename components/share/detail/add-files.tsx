'use client';

import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { DropCover, useDropAnywhere } from '@/components/upload/choose/drop-anywhere';
import { callKey } from '@/lib/client/call/call-key';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useViewer } from '@/lib/client/session/session';
import { carryDrop } from '@/lib/client/upload/choose/carried-drop';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';

const loadPanel = () => import('@/components/upload/upload-panel');
const UploadPanel = dynamic(() => loadPanel().then((module) => module.UploadPanel), { loading: () => null });

type AddFilesProps = { detail: ShareDetail; upload: ShareUpload };

export function AddFiles({ detail, upload }: AddFilesProps) {
  const reload = useReload();
  const isOwn = useViewer()?.login === detail.creator;
  return <UploadPanel upload={upload} share={detail} isOwn={isOwn} onArrived={reload} />;
}

/** Covers drops on any part of the page until the panel is loaded and handles them itself. */
export function DropToAdd({ onDrop }: { onDrop: () => void }) {
  const isOver = useDropAnywhere({
    onCollected: (files) => {
      carryDrop({ files });
      onDrop();
    },
  });
  return isOver && <DropCover />;
}

export function PreloadUploadPanel() {
  useFetchAhead(loadPanel);
  return null;
}

function useReload(): () => void {
  const cache = useQueryClient();
  return () => {
    for (const stale of [share.get, share.folder, share.files, share.search, settings.usage])
      void cache.invalidateQueries({ queryKey: callKey(stale) });
  };
}
