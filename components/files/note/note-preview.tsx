import { useTranslations } from 'next-intl';
import { Markdown } from '@/components/files/note/markdown';

export function NotePreview({ text, isQuiet }: { text: string; isQuiet: boolean }) {
  const t = useTranslations('create.note');
  return (
    <section aria-label={t('preview')} className="min-w-0">
      {!isQuiet && (
        <p aria-hidden className="mb-1.5 text-sm font-medium">
          {t('preview')}
        </p>
      )}
      <div className="max-h-96 min-h-20 overflow-y-auto rounded-control px-3 py-2 ring-1 ring-line">
        {text.trim() === '' ? <p className="text-sm text-muted">{t('nothing')}</p> : <Markdown text={text} />}
      </div>
    </section>
  );
}
