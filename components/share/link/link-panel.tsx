'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import type { MailFormState } from '@/components/mail/use-mail-form';
import { PeoplePanel } from '@/components/share/people/people-panel';
import type { usePublish } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Segmented } from '@/components/ui/form/segmented';
import { Switch } from '@/components/ui/form/switch';
import { Link } from '@/components/ui/link';
import { useSend } from '@/lib/client/call/use-call';
import { album } from '@/lib/contract/alias/album';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { type ViewMode, viewModes } from '@/lib/domain/list-view';
import type { PublishState } from '@/lib/domain/publish';
import { paths } from '@/lib/paths';

type LinkPanelProps = {
  shareId: string;
  isOwn: boolean;
  /** Undefined where visitors can't be allowed to add files. */
  album: ShareDetail['album'] | undefined;
  state: PublishState;
  linkView: ViewMode;
  onLinkViewChange: (view: ViewMode) => void;
  publishing: ReturnType<typeof usePublish>;
  mailing: MailFormState;
};

export function LinkPanel({ shareId, isOwn, album, state, mailing, ...choices }: LinkPanelProps) {
  const t = useTranslations('share.detail.link');
  const isDraft = state === 'unpublished';
  return (
    <>
      {isDraft && <p className="mb-6 text-sm text-muted">{t('none')}</p>}
      {(isOwn || !isDraft) && <PeoplePanel {...{ shareId, isOwn, state, mailing }} />}
      {!isDraft && <LinkChoices {...choices} />}
      {isOwn && album !== undefined && <VisitorUploadsSwitch shareId={shareId} present={album} />}
    </>
  );
}

function LinkChoices({
  linkView,
  onLinkViewChange,
  publishing,
}: Pick<LinkPanelProps, 'linkView' | 'onLinkViewChange' | 'publishing'>) {
  const t = useTranslations('share.detail.link');
  const { isPending, publish, error } = publishing;
  return (
    <>
      <div className="divide-y divide-line border-y border-line">
        <LinkChoice title={t('opensWith')} hint={t('opensWithHint')}>
          <Segmented
            label={t('opensWith')}
            value={linkView}
            onValueChange={onLinkViewChange}
            options={viewModes.map((view) => ({ value: view, label: t(view) }))}
          />
        </LinkChoice>
        <LinkChoice title={t('renew')} hint={t('renewHint')}>
          <Button tone="quiet" disabled={isPending} onClick={() => publish(true)}>
            {t('renew')}
          </Button>
        </LinkChoice>
        <LinkChoice title={t('newLink')} hint={t('newLinkHint')}>
          <Confirm
            trigger={
              <Button tone="quiet" disabled={isPending}>
                {t('newLink')}
              </Button>
            }
            title={t('newLinkTitle')}
            text={t('newLinkText')}
            tone="primary"
            confirmLabel={t('newLink')}
            cancelLabel={t('newLinkNo')}
            onConfirm={() => publish(false)}
          />
        </LinkChoice>
      </div>
      <FailureBanner error={error} className="mt-3" />
    </>
  );
}

type LinkChoiceProps = { title: string; hint: string; children: ReactNode };

function LinkChoice({ title, hint, children }: LinkChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-2 py-3">
      <div className="mr-auto min-w-0 flex-1 basis-64">
        <h2 className="text-sm font-medium">{title}</h2>
        <p className="text-xs text-muted text-pretty">{hint}</p>
      </div>
      {children}
    </div>
  );
}

function VisitorUploadsSwitch({ shareId, present }: { shareId: string; present: ShareDetail['album'] }) {
  const t = useTranslations('share.detail.visitors');
  const send = useSend(album.ofShare, { reloads: [share.get] });
  const isOn = send.isPending ? send.variables.body.value : present?.enabled === true;
  return (
    <section aria-label={t('title')} className="mt-8">
      <Switch
        label={t('title')}
        hint={t('hint')}
        checked={isOn}
        onChange={(event) => send.mutate({ params: { id: shareId }, body: { value: event.target.checked } })}
      />
      {present?.enabled && (
        <p className="mt-1 ml-10.5 text-xs text-muted">
          <Link href={paths.alias(present.alias)} className="underline underline-offset-4 hover:text-ink">
            {t('settings')}
          </Link>
        </p>
      )}
      <FailureBanner error={send.error} />
    </section>
  );
}
