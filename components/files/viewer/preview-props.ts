import type { ShareFile } from '@/lib/contract/file';
import type { fileLinks } from '../zip/file-links';

export type PreviewProps = {
  file: ShareFile;
  links: ReturnType<typeof fileLinks>;
  /** A key that was pressed where the viewer can't hear it. */
  onKey: (key: string) => void;
};
