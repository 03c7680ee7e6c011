import type { ShareFile } from '@/lib/contract/share/file';
import type { FileSource, fileLinks } from '../zip/file-links';

export type PreviewProps = {
  file: ShareFile;
  source: FileSource;
  links: ReturnType<typeof fileLinks>;
  /** True for a file beside the displayed one. */
  isAhead: boolean;
  onKey: (key: string) => void;
};
