'use client';

import { useCall } from '@/lib/client/call/use-call';
import { filesInput, folderInput } from '@/lib/contract/http/file-inputs';
import { isMostlyPhotos } from '@/lib/domain/file/photos';
import type { FileTotals } from '@/lib/domain/share-total';
import type { FileSource } from '../zip/file-links';
import { filesCall, folderCall } from './file-calls';

/** What part of all files one folder has to hold, to speak for the share. */
const mostFiles = 0.75;

/**
 * Whether a share of very many files is mostly photos, by the first page of the folder that most are in: the share
 * itself, or the only folder in it, as a dropped one is. Not until that is known.
 */
export function useMostlyPhotos(source: FileSource, total: FileTotals): { isPhotos: boolean; path: string } {
  const { id, visit } = source;
  const root = useCall(folderCall(source), folderInput(id, '', visit)).data;
  const [only, ...others] = root?.folders ?? [];
  const path = root?.files === 0 && only && others.length === 0 ? only.name : '';
  const { data: folder } = useCall(folderCall(source), folderInput(id, path, visit), {
    isWanted: path !== '',
  });
  const inside = path === '' ? root : folder;
  const holdsMost = inside !== undefined && inside.files >= total.files * mostFiles;
  const { data: page } = useCall(filesCall(source), filesInput(id, path, inside?.marks ?? [], 0, visit), {
    isWanted: holdsMost,
  });
  return { isPhotos: holdsMost && page !== undefined && isMostlyPhotos(page.items), path };
}
