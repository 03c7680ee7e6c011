'use client';

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';

/** Half of `Words`: a provider inside another one hides its words unless it has them as well. */
export function MoreWords({ words, children }: { words: Partial<Messages>; children: ReactNode }) {
  const before = useMessages();
  const messages = useMemo(() => ({ ...before, ...words }), [before, words]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
