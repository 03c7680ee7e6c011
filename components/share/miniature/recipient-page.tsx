'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Logo } from '@/components/nav/logo';
import { SentBy } from '@/components/sender/sent-by';
import { useAppConfig } from '@/lib/client/app-config';
import type { OpenedShare as Opened } from '@/lib/contract/share/open-share';
import type { Sender } from '@/lib/contract/share/sender';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { coverOf } from '@/lib/domain/file/photos';
import type { ViewMode } from '@/lib/domain/list-view';
import { totalOf } from '@/lib/domain/share-total';
import type { Door } from './door';

const SealedGate = dynamic(() => import('@/components/sealed/sealed-gate').then((part) => part.SealedGate));
const CodeDoor = dynamic(() => import('@/components/open/code-door').then((part) => part.CodeDoor));
const PasswordGate = dynamic(() =>
  import('@/components/open/password-gate').then((part) => part.PasswordGate),
);
const AskFirst = dynamic(() => import('@/components/open/ask-first').then((part) => part.AskFirst));
const OpenedShare = dynamic(() => import('@/components/open/opened-share').then((part) => part.OpenedShare));

type RecipientPageProps = { detail: ShareDetail; door: Door; sender: Sender | null; view: ViewMode | null };

/** The page of a link as its recipients find it, made of the owner's answer. */
export function RecipientPage({ detail, door, sender, view }: RecipientPageProps) {
  const config = useAppConfig();
  return (
    <div className="flex min-h-full flex-col bg-canvas px-6 pb-10 font-sans text-sm text-ink">
      {(sender === null || sender.isLogin) && (
        <div className="-mb-4 flex h-14 items-center gap-2.5 text-base font-semibold tracking-tight">
          <Logo config={config} size="sm" />
          <span className="truncate">{config.appName}</span>
        </div>
      )}
      <div
        className={`flex-1 pt-10 ${door === 'none' ? '' : 'flex flex-col justify-center [&>section]:mt-0 [&>section]:w-full'}`}
      >
        <Inside {...{ detail, door, sender, view }} />
      </div>
    </div>
  );
}

const nothing = () => undefined;
const never = () => new Promise<never>(nothing);

function Inside({ detail, door, sender, view }: RecipientPageProps) {
  const t = useTranslations('open');
  const linkId = detail.publishInfo?.id ?? '';
  const title = detail.title ?? t('untitled');
  const until = detail.publishInfo?.publishUntil ?? null;
  const peek = { title, sender, total: totalOf(detail), until, isPersonal: false };
  const viewsLeft = detail.maxViews - (detail.publishInfo?.views ?? 0);
  switch (door) {
    case 'sealed':
      return <SealedGate id={linkId} state={{ step: 'key', isWrong: false }} />;
    case 'code':
      return (
        <CodeDoor link={linkId} text={t('code.text')} send={never} prove={never} onProven={nothing}>
          <SentBy sender={sender} />
        </CodeDoor>
      );
    case 'password':
      return (
        <PasswordGate
          title={t('untitled')}
          sender={sender}
          viewsLeft={null}
          onUnlock={nothing}
          isPending={false}
          error={undefined}
        />
      );
    case 'ask':
      return <AskFirst {...{ title, peek, viewsLeft }} onOpen={nothing} />;
    case 'none':
      return (
        <OpenedShare
          {...{ linkId, peek }}
          detail={openedOf(detail, sender)}
          source={{
            ...{ access: 'shown', id: detail.id, isLimited: detail.downloadsLimited },
            coverId: coverIn(detail),
          }}
          view={view === 'preview' ? null : view} // a viewer would cover the owner's page
          noteAtFirst={null}
        />
      );
  }
}

const arrivedIn = ({ files }: ShareDetail) => files.filter(({ complete }) => complete);

const coverIn = (detail: ShareDetail) => coverOf(arrivedIn(detail), detail.cover)?.id ?? null;

function openedOf(detail: ShareDetail, sender: Sender | null): Opened {
  const { publishInfo, album } = detail;
  return {
    ...detail,
    id: publishInfo?.id ?? '',
    aliasId: null,
    aliasName: null,
    album: album?.enabled ? { ...album, enabled: true } : null,
    creator: sender?.name ?? null,
    sender,
    cover: coverIn(detail),
    unread: false,
    link: null,
    maxDownloads: null,
    publishInfo: publishInfo && { ...publishInfo, lastAccess: null },
    files: arrivedIn(detail),
  };
}
