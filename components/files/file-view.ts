import type { ReactNode } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import type { FileTotals } from '@/lib/domain/share-total';
import type { ViewMode } from '@/lib/domain/view-mode';
import type { Selection } from './choose/use-selection';
import type { FileSource } from './zip/file-links';

/** What every view of a share's files is given, list or cards. */
export type FileViewProps = {
  files: readonly ShareFile[];
  source: FileSource;
  onShow: (file: ShareFile) => void;
  /** Null where files can't be chosen. */
  selection: Selection | null;
  /** More that can be done with a file, at the end of its line. */
  actions?: ((file: ShareFile) => ReactNode) | undefined;
};

export type FilesSectionProps = Omit<FileViewProps, 'onShow' | 'selection'> & {
  /** When there are more files than these. */
  total: FileTotals | undefined;
  /** Null where nobody has said: photos come as a grid, everything else as a list. */
  initialView: ViewMode | null;
  /** Another part of the page offers all files in one archive. */
  isAllElsewhere?: boolean;
};
