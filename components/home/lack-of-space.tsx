import { useLocale, useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { Link } from '@/components/ui/link';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';

type LackOfSpaceProps = { folder: string; freeBytes: number };

export function LackOfSpace({ folder, freeBytes }: LackOfSpaceProps) {
  const t = useTranslations('home');
  const size = formatBytes(freeBytes, useLocale());
  return (
    <div className="mb-6">
      <Banner
        tone="error"
        action={
          <Link href={paths.doctor} className="font-medium underline underline-offset-4">
            {t('diskLowDoctor')}
          </Link>
        }
      >
        {t('diskLow', { size, folder })}
      </Banner>
    </div>
  );
}
