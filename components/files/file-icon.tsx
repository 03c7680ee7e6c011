import {
  FileArchiveIcon,
  FileAudioIcon,
  FileIcon as FilePlainIcon,
  FileTextIcon,
  FileVideoIcon,
  ImageIcon,
  type LucideIcon,
} from 'lucide-react';
import type { ShareFile } from '@/lib/contract/share/file';
import { previewKind } from '@/lib/domain/file/file-type';

const icons: Record<NonNullable<ReturnType<typeof previewKind>>, LucideIcon> = {
  image: ImageIcon,
  video: FileVideoIcon,
  audio: FileAudioIcon,
  text: FileTextIcon,
  pdf: FileTextIcon,
};

const archive = /zip|tar|7z|rar|compress/;

const sizes = { row: 'size-4', card: 'size-8', page: 'size-12' } as const;

type FileIconProps = { file: Pick<ShareFile, 'mimetype' | 'filename'>; size?: keyof typeof sizes };

export function FileIcon({ file: { mimetype, filename }, size = 'row' }: FileIconProps) {
  const kind = previewKind(mimetype, filename);
  const Icon = kind ? icons[kind] : archive.test(mimetype) ? FileArchiveIcon : FilePlainIcon;
  return (
    <Icon
      aria-hidden
      className={`${sizes[size]} shrink-0 text-faint`}
      strokeWidth={size === 'row' ? 2 : 1.5}
    />
  );
}
