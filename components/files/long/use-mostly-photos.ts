'use client';

import { useCall } from '@/lib/client/call/use-call';
import { filesInput, folderInput } from '@/lib/contract/http/file-inputs';
import { isMostlyPhotos } from '@/lib/domain/file/photos';
import type { FileTotals } from '@/lib/domain/share-total';
import type { FileSource } from '../zip/file-links';
import { filesCall, folderCall } from './file-calls';

/** Minimum fraction of all files in one folder for it to represent the share. */
const minFraction = 0.75;

/** Judges a large share by the first page of its only folder, or of its top level. */
export function useMostlyPhotos(source: FileSource, total: FileTotals): { isPhotos: boolean; path: string } {
  const { id, visit } = source;
  const root = useCall(folderCall(source), folderInput(id, '', visit)).data;
  const [only, ...others] = root?.folders ?? [];
  const path = root?.files === 0 && only && others.length === 0 ? only.name : '';
  const { data: folder } = useCall(folderCall(source), folderInput(id, path, visit), {
    isWanted: path !== '',
  });
  const inside = path === '' ? root : folder;
  const isRepresentative = inside !== undefined && inside.files >= total.files * minFraction;
  const { data: page } = useCall(filesCall(source), filesInput(id, path, inside?.marks ?? [], 0, visit), {
    isWanted: isRepresentative,
  });
  return { isPhotos: isRepresentative && page !== undefined && isMostlyPhotos(page.items), path };
}
