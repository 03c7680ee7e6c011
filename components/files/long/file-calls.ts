import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';
import type { FileSource } from '../zip/file-links';

export const folderCall = ({ access }: FileSource) => (access === 'open' ? open.folder : share.folder);

export const filesCall = ({ access }: FileSource) => (access === 'open' ? open.files : share.files);
