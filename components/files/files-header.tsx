'use client';

import { LayoutGridIcon, ListIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Segmented } from '@/components/ui/form/segmented';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { FileTotals } from '@/lib/domain/share-total';
import { ZipLink } from './zip/zip-link';
import type { ZipOffer } from './zip/zip-offer';

export type FilesLayout = 'list' | 'cards';

type FilesHeaderProps = {
  total: FileTotals;
  chosen: number;
  allBox: ReactNode;
  search?: ReactNode;
  onSelect?: (() => void) | null;
  offer: ZipOffer | null;
  isAllElsewhere: boolean;
  layout: FilesLayout;
  onLayoutChange: (layout: FilesLayout) => void;
};

export function FilesHeader({
  total,
  chosen,
  allBox,
  search,
  onSelect = null,
  offer,
  isAllElsewhere,
  ...view
}: FilesHeaderProps) {
  const t = useTranslations('files');
  const sizeText = useShortBytes();
  const { files: count, size } = total;
  return (
    <header className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <div className="mr-auto flex min-w-0 items-center gap-3">
        {allBox && <div className="-mr-3">{allBox}</div>}
        <h2
          id="files"
          className={`text-sm font-medium ${onSelect && !isAllElsewhere ? 'max-sm:sr-only' : ''}`}
        >
          {t('title')}
        </h2>
        {!isAllElsewhere && (
          <p role="status" className="truncate text-sm text-muted tabular-nums">
            {t('summary', { count, size: sizeText(size) })}
          </p>
        )}
      </div>
      {search}
      {offer && chosen === 0 && !isAllElsewhere && (
        <div className="order-last sm:order-none">
          <ZipLink tone="quiet" offer={offer} />
        </div>
      )}
      {onSelect && (
        <Button tone="quiet" onClick={onSelect}>
          {t('select')}
        </Button>
      )}
      {count > 1 && (
        <Segmented
          label={t('layout')}
          value={view.layout}
          onValueChange={view.onLayoutChange}
          options={[
            { value: 'list', label: t('list'), icon: <ListIcon aria-hidden /> },
            { value: 'cards', label: t('cards'), icon: <LayoutGridIcon aria-hidden /> },
          ]}
        />
      )}
    </header>
  );
}
