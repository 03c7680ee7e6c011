import type { Metadata } from 'next';
import type { Messages, useTranslations } from 'next-intl';
import { getMessages, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { type Audience, namespacesFor } from '@/lib/i18n/page-words';
import { MoreWords } from './more-words';

export async function wordsOf(audience: Audience) {
  const messages = await getMessages();
  const names = namespacesFor(audience, Object.keys(messages) as (keyof Messages)[]);
  return Object.fromEntries(names.map((name) => [name, messages[name]]));
}

/** Adds the messages of an audience to those that its children have already. */
export async function Words({ of, children }: { of: Audience; children: ReactNode }) {
  return <MoreWords words={await wordsOf(of)}>{children}</MoreWords>;
}

type PageTitleKey = Parameters<ReturnType<typeof useTranslations<never>>>[0];

/** Makes the `generateMetadata` of a page whose title is always the same. */
export const pageTitle = (key: PageTitleKey) => async (): Promise<Metadata> => {
  const t = await getTranslations();
  return { title: t(key) };
};
