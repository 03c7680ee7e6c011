'use client';

import { useTranslations } from 'next-intl';
import { SentBy } from '@/components/sender/sent-by';
import { Button } from '@/components/ui/button';
import type { PeekedShare } from './opened-share';
import { ShareLine } from './share-line';

type AskFirstProps = { title: string; peek: PeekedShare; viewsLeft: number; onOpen: () => void };

/** A button must be pressed before one of the last views is spent: mail scanners run scripts but press no buttons. */
export function AskFirst({ title, peek, viewsLeft, onOpen }: AskFirstProps) {
  const t = useTranslations('open');
  return (
    <section className="mx-auto mt-[12vh] max-w-sm">
      <ShareLine {...peek} />
      <h1 className="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
      {peek.sender && !peek.sender.isLogin && <SentBy sender={peek.sender} />}
      <p className="mt-1 mb-6 text-pretty text-muted">{t('ask.text', { count: viewsLeft })}</p>
      <noscript>
        <p className="mb-6 text-pretty">{t('noScript')}</p>
      </noscript>
      <Button onClick={onOpen}>{t('ask.open', { count: viewsLeft })}</Button>
    </section>
  );
}
