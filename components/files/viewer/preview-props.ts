import type { ShareFile } from '@/lib/contract/share/file';
import type { FileSource, fileLinks } from '../zip/file-links';

export type PreviewProps = {
  file: ShareFile;
  source: FileSource;
  links: ReturnType<typeof fileLinks>;
  /** It is beside the file that is shown. */
  isAhead: boolean;
  /** A key that was pressed where the viewer can't hear it. */
  onKey: (key: string) => void;
};
