import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useBytes } from '@/lib/client/use-bytes';
import type { RefusedFile } from './form-problems';

const maxNames = 5;

type RefusedFilesProps = {
  files: RefusedFile[];
  maxFileBytes: number | null;
  onTakeOut: (ids: string[]) => void;
};

export function RefusedFiles({ files, maxFileBytes, onTakeOut }: RefusedFilesProps) {
  const t = useTranslations('inbox.form');
  const sizeText = useBytes();
  if (files.length === 0) return null;
  return (
    <div className="border-t border-line p-5">
      <Banner
        tone="error"
        action={
          <Button tone="quiet" onClick={() => onTakeOut(files.map(({ id }) => id))}>
            {t('takeOut')}
          </Button>
        }
      >
        <p>{t('refused', { count: files.length })}</p>
        <ul className="mt-1 list-disc pl-4">
          {files.slice(0, maxNames).map(({ id, name, problem }) => (
            <li key={id}>{t(`file.${problem}`, { name, size: sizeText(maxFileBytes ?? 0) })}</li>
          ))}
        </ul>
        {files.length > maxNames && <p className="mt-1">{t('more', { count: files.length - maxNames })}</p>}
      </Banner>
    </div>
  );
}
