import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';

type AskFirstProps = { title: string; viewsLeft: number; onOpen: () => void };

/** Before one of the last views is spent: programs that look at links in mails run scripts, but press no buttons. */
export function AskFirst({ title, viewsLeft, onOpen }: AskFirstProps) {
  const t = useTranslations('open');
  return (
    <section className="mx-auto mt-[12vh] max-w-sm">
      <h1 className="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{t('ask.text', { count: viewsLeft })}</p>
      <noscript>
        <p className="mb-6 text-pretty">{t('noScript')}</p>
      </noscript>
      <Button onClick={onOpen}>{t('ask.open', { count: viewsLeft })}</Button>
    </section>
  );
}
