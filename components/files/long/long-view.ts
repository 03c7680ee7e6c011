import type { ShareFile } from '@/lib/contract/share/file';
import type { FilesSectionProps } from '../file-view';
import type { FilesLayout } from '../files-header';
import type { LongSelectionState } from './use-long-selection';
import type { FolderPage } from './use-long-viewer';

export type LongViewProps = Pick<FilesSectionProps, 'source' | 'actions'> & {
  layout: FilesLayout | 'photos';
  /** A folder that is open at first. */
  openPath: string | null;
  /** Null when files can't be selected. */
  choosing: LongSelectionState | null;
  onShow: (file: ShareFile, folderPage: FolderPage) => void;
};
