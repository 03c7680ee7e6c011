'use client';

import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isProxySignInNeeded, isServerAway, onConnection } from '@/lib/client/call/connection';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

const never = () => false;

/** Loaded in advance, while the server still answers. */
const loadHoldLinks = () => import('./hold-links');
const prepare = () => loadHoldLinks().then(({ holdRouter }) => holdRouter());

export function ConnectionLine() {
  const t = useTranslations('app');
  const cache = useQueryClient();
  const isAway = useSyncExternalStore(onConnection, isServerAway, never);
  const isGate = useSyncExternalStore(onConnection, isProxySignInNeeded, never);
  const path = usePathname();
  useFetchAhead(prepare);
  const wasAway = useRef(false);

  useEffect(() => {
    if (!isAway) return;
    const releasing = loadHoldLinks().then(
      ({ holdLinks }) => holdLinks(),
      () => () => {}, // not loaded: links stay as they are
    );
    return () => void releasing.then((release) => release());
  }, [isAway]);

  useEffect(() => {
    if (wasAway.current && !isAway) {
      void cache.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
    wasAway.current = isAway;
  }, [isAway, cache]);

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center p-4 in-[:has([data-download-bar])]:max-sm:bottom-18"
    >
      {isAway && (
        <p className="rounded-full border border-line bg-canvas px-4 py-1.5 text-muted text-sm shadow-sm">
          {isGate ? t('gate') : t(navigator.onLine ? 'away' : 'offline')}{' '}
          {isGate && (
            <a className="pointer-events-auto underline" href={path} target="_blank" rel="noopener">
              {t('gateSignIn')}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
