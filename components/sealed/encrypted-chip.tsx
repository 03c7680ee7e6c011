import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { EncryptedMark } from './encrypted-mark';

export function EncryptedChip() {
  const t = useTranslations('sealed');
  return <EncryptedMark text={t('chip')} />;
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
