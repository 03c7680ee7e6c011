import { LockKeyholeIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';

export function EncryptedChip() {
  const t = useTranslations('sealed');
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium ring-1 ring-line">
      <LockKeyholeIcon aria-hidden className="size-3.5 shrink-0 text-live" />
      {t('chip')}
    </span>
  );
}

/** For those who have opened a share. */
export function EncryptedLine() {
  const t = useTranslations('sealed');
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <EncryptedChip />
      {t('decrypted')}
      <a href={paths.encryptionHelp} className="underline decoration-faint underline-offset-4 hover:text-ink">
        {t('how')}
      </a>
    </p>
  );
}
