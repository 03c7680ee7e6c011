'use client';

import { DownloadIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, ButtonAnchor } from '@/components/ui/button';
import { buttonLook } from '@/components/ui/button-look';
import { useAppConfig } from '@/lib/client/app-config';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { FileTotals } from '@/lib/domain/share-total';

const ShareLink = dynamic(() => import('./share-link').then((module) => module.ShareLink), {
  ssr: false,
  loading: () => <PlaceOfShare />,
});

type DownloadBarProps = {
  total: FileTotals;
  /** Null until the share is open: programs that follow the links of a page must find none that counts. */
  href: string | null;
  /** Some files are still being checked. */
  isPart: boolean;
  /** The link is its recipient's own. */
  isPersonal: boolean;
};

/** Stays at the lower edge of a phone. */
export function DownloadBar({ total, href, isPart, isPersonal }: DownloadBarProps) {
  const { zipMaxSize } = useAppConfig();
  const [isIdle, setIdle] = useState(false);
  const canShare = useSyncExternalStore(never, hasShareSheet, () => false);
  useFetchAhead(useCallback(async () => setIdle(true), []));
  const isOffered = total.files === 1 || (zipMaxSize > 0 && total.size <= zipMaxSize);
  if (!isOffered) return null;
  return (
    <div data-download-bar className={look}>
      <DownloadAll {...{ total, href, isPart }} />
      {canShare && !isPersonal && (isIdle ? <ShareLink /> : <PlaceOfShare />)}
    </div>
  );
}

/** As wide as its button, which comes later: nobody misses the one beside it. */
const PlaceOfShare = () => <span aria-hidden className={`invisible ${buttonLook({ size: 'icon' })}`} />;

const hasShareSheet = () => 'share' in navigator;
const never = () => () => undefined;

const look = [
  'flex gap-2 sm:flex-row-reverse group-has-[[data-selection-bar]]/share:max-sm:hidden max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10',
  'max-sm:border-t max-sm:border-line max-sm:bg-raised max-sm:px-4 max-sm:pt-3 max-sm:*:first:flex-1 max-[340px]:*:first:[&_svg]:hidden',
  'max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
].join(' ');

type WholeButtonProps = Omit<DownloadBarProps, 'isPersonal'>;

function DownloadAll({ total: { files, size }, href, isPart }: WholeButtonProps) {
  const t = useTranslations('open');
  const zip = useTranslations('files.zip');
  const sizeText = useShortBytes();
  const link = useRef<HTMLAnchorElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || href === null) return;
    link.current?.click();
    setWanted(false); // a later address of the same visit is no second wish
  }, [isWanted, href]);
  const content = (
    <>
      <DownloadIcon aria-hidden />
      {isPart && files > 1
        ? zip('chosen', { count: files, size: sizeText(size) })
        : t(files === 1 ? 'downloadOne' : 'downloadAll', { size: sizeText(size) })}
    </>
  );
  // A press from before hydration is repeated by the id (components/app/record-events).
  return href === null ? (
    <Button id="download-all" pending={isWanted} onClick={() => setWanted(true)}>
      {content}
    </Button>
  ) : (
    <ButtonAnchor id="download-all" ref={link} href={href} download>
      {content}
    </ButtonAnchor>
  );
}
