import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import type { Sender } from '@/lib/contract/share/sender';
import { kindTexts } from '@/lib/domain/file-kinds';
import type { FileTotals } from '@/lib/domain/share-total';
import { ExpiryFact } from './expiry-fact';

type ShareLineProps = { sender: Sender | null; total: FileTotals | null; until: number | null };

export function ShareLine({ sender, total, until }: ShareLineProps) {
  const t = useTranslations('open');
  const counts = useCounts(total);
  const facts = [
    sender?.isLogin && <span className="font-medium text-ink">{t('from', { name: sender.name })}</span>,
    ...counts.map((text) => <span key={text}>{text}</span>),
    until !== null && <ExpiryFact until={until} />,
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p className="mb-2 text-sm text-muted tabular-nums [overflow-wrap:anywhere]">
      {facts.map((fact, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
        <Fragment key={nth}>
          {nth > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}

/** One text for each kind of file; one for all where the kinds are unknown. */
function useCounts(total: FileTotals | null): string[] {
  const t = useTranslations('open');
  const kinds = useTranslations('files.kinds');
  if (!total?.files) return [];
  const plain = (count: number) => t('count', { count });
  if (!total.kinds) return [plain(total.files)];
  return kindTexts(total.kinds, (kind, count) => (kind === 'others' ? plain(count) : kinds(kind, { count })));
}
