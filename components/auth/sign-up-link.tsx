import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { paths } from '@/lib/paths';

export function SignUpLink() {
  const t = useTranslations('login');
  return (
    <p className="mt-5 text-center text-sm">
      <Link
        href={paths.register}
        className="inline-flex min-h-6 items-center rounded-sm text-muted underline decoration-faint underline-offset-4 hover:text-ink hover:decoration-ink pointer-coarse:min-h-11"
      >
        {t('signUp')}
      </Link>
    </p>
  );
}
