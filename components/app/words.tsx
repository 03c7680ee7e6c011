import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { type Audience, pageWords } from '@/lib/i18n/page-words';
import { MoreWords } from './more-words';

export async function wordsOf(audience: Audience) {
  const messages = await getMessages();
  return Object.fromEntries(pageWords[audience].map((name) => [name, messages[name]]));
}

/** Adds the messages of an audience to those that its children have already. */
export async function Words({ of, children }: { of: Audience; children: ReactNode }) {
  return <MoreWords words={await wordsOf(of)}>{children}</MoreWords>;
}
