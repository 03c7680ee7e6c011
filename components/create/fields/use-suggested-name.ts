'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { nameOfFiles } from '@/lib/domain/file/file-tree';
import type { ShareDraft } from '../share-draft';

export function useSuggestedName(draft: ShareDraft, ids: readonly string[]): void {
  const t = useTranslations('files');
  const suggest = useEffectEvent((ids: readonly string[]) => {
    const { queue } = draft.upload;
    const found = nameOfFiles(ids.flatMap((id) => queue.item(id) ?? []));
    draft.suggestName(found ? t('ofFiles', { name: found.name, count: found.more }).slice(0, 255) : '');
  });
  useEffect(() => suggest(ids), [ids]);
}
