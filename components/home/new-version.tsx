import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';

type NewVersionProps = { version: string; url: string | null };

export function NewVersion({ version, url }: NewVersionProps) {
  const t = useTranslations('home');
  return (
    <p className="mb-6 rounded-card bg-raised px-5 py-4 text-sm shadow-card ring-1 ring-line">
      <a
        href={url ?? paths.doctor}
        {...(url !== null && { target: '_blank', rel: 'noopener' })}
        className="font-medium underline decoration-faint underline-offset-4 pointer-coarse:py-3"
      >
        {t('update', { version })}
      </a>
    </p>
  );
}
