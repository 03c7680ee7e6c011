import { ExternalLinkIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';

export function MarkdownHelp() {
  const t = useTranslations('files');
  return (
    <a
      href={paths.markdownHelp}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1 rounded-control text-xs text-muted underline decoration-faint underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
    >
      {t('markdownHelp')}
      <ExternalLinkIcon aria-hidden className="size-3" />
    </a>
  );
}
