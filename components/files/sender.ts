import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';

type FileSender = {
  subscribe: (notify: () => void) => () => void;
  isSending: (file: ShareFile) => boolean;
};

/** The files of a share that this browser is sending; visitors send none. */
export const SenderContext = createContext<FileSender>({
  subscribe: () => () => {},
  isSending: () => false,
});

export function useIsSending(file: ShareFile): boolean {
  const { subscribe, isSending } = useContext(SenderContext);
  return useSyncExternalStore(
    subscribe,
    () => isSending(file),
    () => false,
  );
}
