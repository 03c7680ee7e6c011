import type { ReactNode } from 'react';
import type { FileSelection } from '@/components/files/choose/selection';
import type { ShareFile } from '@/lib/contract/share/file';
import type { ViewMode } from '@/lib/domain/list-view';
import type { FileTotals } from '@/lib/domain/share-total';
import type { FileSource } from './zip/file-links';

export type FileViewProps = {
  files: readonly ShareFile[];
  source: FileSource;
  onShow: (file: ShareFile) => void;
  /** Null when files can't be selected. */
  selection: FileSelection | null;
  actions?: ((file: ShareFile) => ReactNode) | undefined;
  /** Set while `files` are what a search has found of these. */
  all?: readonly ShareFile[] | null | undefined;
};

export type ViewerActions = (file: ShareFile, close: () => void) => ReactNode;

export type FilesSectionProps = Omit<FileViewProps, 'onShow' | 'selection' | 'all'> & {
  /** Set when `files` are not all files. */
  total: FileTotals | undefined;
  /** Null for automatic: photos as a grid, others as a list. */
  initialView: ViewMode | null;
  isAllElsewhere?: boolean;
  viewerActions?: ViewerActions;
};
