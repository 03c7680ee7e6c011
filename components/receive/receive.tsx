'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { PageHeader } from '@/components/ui/page-header';
import { Spinner } from '@/components/ui/spinner';
import { lastInbox } from '@/lib/client/shared-in/last-inbox';
import { formatBytes } from '@/lib/domain/units';
import { paths } from '@/lib/paths';
import { useSharedIn } from './use-shared-in';

type ReceiveProps = { loss: 'full' | 'broken' | 'unable' | null };

export function Receive({ loss }: ReceiveProps) {
  const t = useTranslations('receive');
  const router = useRouter();
  const { state, carry, discard, addEarlier, discardEarlier } = useSharedIn();
  const send = async (to: typeof paths.newShare | ReturnType<typeof paths.inbox>) => {
    await carry();
    router.push(to);
  };
  const inbox = state === null ? null : lastInbox();
  const isEmpty = state?.files.length === 0 && state.text === '';
  return (
    <div className="mx-auto w-full max-w-xl">
      <PageHeader title={t('title')} />
      {loss && <Banner tone="error">{t(loss)}</Banner>}
      {state === null && <Spinner label={t('loading')} />}
      {isEmpty && !loss && <p className="text-sm text-muted">{t('nothing')}</p>}
      {state && !isEmpty && (
        <section className="mt-4 rounded-card border border-line bg-raised p-6 shadow-card">
          <Contents files={state.files} text={state.text} />
          <div className="mt-5 flex flex-wrap gap-2">
            <Button onClick={() => send(paths.newShare)}>{t('newShare')}</Button>
            {inbox && (
              <Button tone="quiet" onClick={() => send(paths.inbox(inbox.id))}>
                {t('inbox', { name: inbox.name })}
              </Button>
            )}
            <Button tone="ghost" onClick={discard}>
              {t('discard')}
            </Button>
          </div>
        </section>
      )}
      {state && state.earlier.files.length + state.earlier.text.length > 0 && (
        <Earlier files={state.earlier.files} onAdd={addEarlier} onDiscard={discardEarlier} />
      )}
    </div>
  );
}

type EarlierProps = { files: File[]; onAdd: () => void; onDiscard: () => void };

function Earlier({ files, onAdd, onDiscard }: EarlierProps) {
  const t = useTranslations('receive');
  const locale = useLocale();
  return (
    <section className="mt-4 flex flex-wrap items-center gap-2 px-6 text-sm text-muted">
      <p className="mr-auto">
        {t('earlier', { count: files.length, size: formatBytes(sizeOf(files), locale) })}
      </p>
      <Button tone="quiet" onClick={onAdd}>
        {t('add')}
      </Button>
      <Button tone="ghost" onClick={onDiscard}>
        {t('discardEarlier')}
      </Button>
    </section>
  );
}

const sizeOf = (files: File[]) => files.reduce((sum, { size }) => sum + size, 0);

const shownFiles = 20;

function Contents({ files, text }: { files: File[]; text: string }) {
  const t = useTranslations('receive');
  const locale = useLocale();
  const format = useFormatter();
  return (
    <>
      {files.length > 0 && (
        <p className="text-sm font-medium">
          {t('files', { count: files.length, size: formatBytes(sizeOf(files), locale) })}
        </p>
      )}
      <ul className="mt-1 text-sm text-muted wrap-anywhere">
        {files.slice(0, shownFiles).map(({ name, size, lastModified }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same in all, and none moves
          <li key={`${nth} ${name} ${lastModified}`}>
            {name} · {formatBytes(size, locale)}
          </li>
        ))}
        {files.length > shownFiles && (
          <li>{t('more', { count: format.number(files.length - shownFiles) })}</li>
        )}
      </ul>
      {text && <p className="mt-3 text-sm whitespace-pre-line wrap-anywhere">{text}</p>}
    </>
  );
}
