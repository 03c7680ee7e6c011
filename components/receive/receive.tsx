'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { PageHeader } from '@/components/ui/page-header';
import { Spinner } from '@/components/ui/spinner';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { lastInbox } from '@/lib/client/shared-in/last-inbox';
import {
  discardShare,
  listUnsent,
  markSent,
  readFiles,
  type ShareManifest,
  type StoredShare,
} from '@/lib/client/shared-in/stored-shares';
import { carryDrop } from '@/lib/client/upload/choose/carried-drop';
import { collectFiles } from '@/lib/client/upload/choose/collect';
import { paths } from '@/lib/paths';

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
  const sizeText = useShortBytes();
  return (
    <section className="mt-4 flex flex-wrap items-center gap-2 px-6 text-sm text-muted">
      <p className="mr-auto">{t('earlier', { count: files.length, size: sizeText(sizeOf(files)) })}</p>
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
  const sizeText = useShortBytes();
  const format = useFormatter();
  return (
    <>
      {files.length > 0 && (
        <p className="text-sm font-medium">
          {t('files', { count: files.length, size: sizeText(sizeOf(files)) })}
        </p>
      )}
      <ul className="mt-1 text-sm text-muted wrap-anywhere">
        {files.slice(0, shownFiles).map(({ name, size, lastModified }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same in all, and none moves
          <li key={`${nth} ${name} ${lastModified}`}>
            {name} · {sizeText(size)}
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

type IncomingShare = { stored: StoredShare; files: File[] };

type IncomingShares = { chosen: IncomingShare[]; earlier: IncomingShare[] };

/** Only the latest share is selected for sending; earlier ones are added on request. `state` is null while loading. */
function useSharedIn() {
  const [state, setState] = useState<IncomingShares | null>(null);
  useEffect(() => {
    let isLeft = false;
    void read().then((found) => !isLeft && setState(found));
    return () => {
      isLeft = true;
    };
  }, []);
  const { chosen, earlier } = state ?? nothing;
  const drop = async (all: IncomingShare[]) => {
    await Promise.all(all.map(({ stored }) => discardShare(stored)));
    setState(await read());
  };
  return {
    state: state && { ...contentsOf(chosen), earlier: contentsOf(earlier) },
    carry: async () => {
      const { files, text } = contentsOf(chosen);
      carryDrop({ ...(files.length > 0 && { files: Promise.resolve(collectFiles(files)) }), text });
      await Promise.all(chosen.map(({ stored }) => markSent(stored, Date.now())));
    },
    discard: () => drop(chosen),
    addEarlier: () => setState({ chosen: [...earlier, ...chosen], earlier: [] }),
    discardEarlier: () => drop(earlier),
  };
}

const nothing: IncomingShares = { chosen: [], earlier: [] };

async function read(): Promise<IncomingShares> {
  try {
    const all = await Promise.all(
      (await listUnsent(Date.now())).map(async (stored) => ({ stored, files: await readFiles(stored) })),
    );
    return { chosen: all.slice(-1), earlier: all.slice(0, -1) };
  } catch {
    return nothing;
  }
}

const contentsOf = (all: IncomingShare[]) => ({
  files: all.flatMap(({ files }) => files),
  text: all
    .map(({ stored }) => wordsOf(stored))
    .filter(Boolean)
    .join('\n\n'),
});

/** Apps put a URL into the text, beside it, or both. */
function wordsOf({ words: { title, text, url } }: ShareManifest): string {
  return [...new Set([title, text, url])].filter(Boolean).join('\n\n');
}
