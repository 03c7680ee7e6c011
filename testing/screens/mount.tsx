import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { ToastProvider } from '@/components/ui/dialog/toast';
import { AppConfigProvider } from '@/lib/client/app-config';
import { AnswerCache } from '@/lib/client/call/answer-cache';
import '@/lib/client/session/keep-session'; // fetched late by pages, when a short test has ended
import { SessionProvider, type SignedInAccount } from '@/lib/client/session/session';
import type { AppConfig } from '@/lib/contract/info';
import { parseConfig } from '@/lib/server/config';
import { appConfig } from '@/lib/server/services/info/app-config';
import en from '@/messages/en.json';

notifyManager.setScheduler(queueMicrotask);

type MountOptions = { config?: Partial<AppConfig>; viewer?: SignedInAccount | null; url?: string };

const usual = appConfig({ config: parseConfig({ BASE_URL: 'http://localhost:3000' }) });
const fail = (error: Error) => {
  throw error;
};
export const ada: SignedInAccount = { id: 'ada', login: 'ada', admin: true };

/** Draws a part of a screen as the pages do, in English and UTC. @returns what a person does, and where links led */
export function mount(part: ReactNode, { config, viewer = ada, url = '/app/home' }: MountOptions = {}) {
  const went: string[] = [];
  history.replaceState(null, '', url);
  const cache = new AnswerCache({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 30_000 },
      mutations: { networkMode: 'always' },
    },
  });
  render(
    <NextIntlClientProvider locale="en-GB" messages={en} timeZone="UTC" onError={fail}>
      <AppConfigProvider config={{ ...usual, ...config }}>
        <QueryClientProvider client={cache}>
          <Place went={went}>
            <SessionProvider viewer={viewer}>
              <ToastProvider>{part}</ToastProvider>
            </SessionProvider>
          </Place>
        </QueryClientProvider>
      </AppConfigProvider>
    </NextIntlClientProvider>,
  );
  return { person: userEvent.setup(), went };
}

/** Stands for Next's router: pages aren't loaded, only the URL changes. */
function Place({ went, children }: { went: string[]; children: ReactNode }) {
  const [{ pathname, search }, setPlace] = useState(() => new URL(location.href));
  const router = useMemo(() => {
    const go = (to: string) => {
      went.push(to);
      history.pushState(null, '', to);
      setPlace(new URL(location.href));
    };
    const nothing = () => undefined;
    return { push: go, replace: go, refresh: nothing, back: nothing, forward: nothing, prefetch: nothing };
  }, [went]);
  const given = useMemo(() => new URLSearchParams(search), [search]);
  return (
    <AppRouterContext value={router as never}>
      <PathnameContext value={pathname}>
        <SearchParamsContext value={given as never}>{children}</SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}
