import type { ShareFile } from '@/lib/contract/share/file';
import type { FilesSectionProps } from '../file-view';
import type { FilesLayout } from '../files-header';
import type { LongChoice } from './use-long-choice';
import type { Place } from './use-long-viewer';

/** What each folder and page of a long list is given. */
export type LongView = Pick<FilesSectionProps, 'source' | 'actions'> & {
  layout: FilesLayout | 'photos';
  /** A folder that begins open. */
  openPath: string | null;
  /** Null where files can't be chosen. */
  choosing: LongChoice | null;
  onShow: (file: ShareFile, place: Place) => void;
};
