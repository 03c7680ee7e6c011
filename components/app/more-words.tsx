'use client';

import { type Messages, NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ReactNode, useMemo } from 'react';

/** Adds messages to those of the outer provider, which next-intl's provider would replace. */
export function MoreWords({ words, children }: { words: Partial<Messages>; children: ReactNode }) {
  const before = useMessages();
  const messages = useMemo(() => ({ ...before, ...words }), [before, words]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
