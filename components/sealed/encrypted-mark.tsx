import { LockKeyholeIcon } from 'lucide-react';

/** For pages that have few words. */
export const EncryptedMark = ({ text }: { text: string }) => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium ring-1 ring-line">
    <LockKeyholeIcon aria-hidden className="size-3.5 shrink-0 text-live" />
    {text}
  </span>
);
