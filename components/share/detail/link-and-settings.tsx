'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { useMailForm } from '@/components/mail/use-mail-form';
import { DraftTicket } from '@/components/share/link/draft-ticket';
import { PublishToggle } from '@/components/share/link/publish-toggle';
import { Ticket } from '@/components/share/link/ticket';
import { usePublish } from '@/components/share/use-share';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { useViewer } from '@/lib/client/session/session';
import type { ShareUpload } from '@/lib/client/upload/share-upload';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { isMostlyPhotos } from '@/lib/domain/file/photos';
import type { ViewMode } from '@/lib/domain/list-view';
import type { ShareLife } from '@/lib/domain/publish';
import type { EditedField } from '../edit/editable-row';
import { AddFiles } from './add-files';
import { Tabs } from './tabs';

const loadLink = () => import('@/components/share/link/link-panel').then((part) => part.LinkPanel);
const LinkPanel = dynamic(loadLink, { loading: () => null });
const loadDetails = () => import('./details-panel').then((part) => part.DetailsPanel);
const DetailsPanel = dynamic(loadDetails, { loading: () => null });
const loadActivity = () =>
  import('@/components/share/activity/activity-panel').then((part) => part.ActivityPanel);
const ActivityPanel = dynamic(loadActivity, { loading: () => null });

type LinkAndSettingsProps = {
  detail: ShareDetail;
  life: ShareLife;
  now: number;
  upload: ShareUpload;
  tab: DetailTab | null;
  /** A sealed share that isn't open: nothing can be sealed for it, and its link lacks the key. */
  isLocked: boolean;
  onTabChange: (tab: DetailTab | null) => void;
  /** Beside the tabs. */
  children?: ReactNode;
};

export function LinkAndSettings({
  detail,
  life,
  now,
  upload,
  tab,
  isLocked,
  onTabChange,
  children,
}: LinkAndSettingsProps) {
  const [editing, setEditing] = useState<EditedField | null>(null);
  const [linkView, setLinkView] = useState<ViewMode | null>(null);
  const isOwn = useViewer()?.login === detail.creator;
  const plainView = isMostlyPhotos(detail.files) ? 'cards' : 'list';
  const publishing = usePublish(detail.id);
  const isSaidElsewhere = life.state !== 'published' || tab === 'details' || tab === 'link';
  useFetchAhead(loadDetails);
  useFetchAhead(loadLink);
  useFetchAhead(loadActivity);
  const mailing = useMailForm(() => onTabChange('link'));
  const link = { linkView, publishing };
  const edit = (field: EditedField) => {
    onTabChange('details');
    setEditing(field);
  };
  return (
    <>
      {life.state === 'unpublished' ? (
        <DraftTicket detail={detail} publishing={publishing} />
      ) : (
        <Ticket {...{ detail, life, now, isLocked }} onMail={mailing.open} onEdit={edit} {...link} />
      )}
      {!isSaidElsewhere && <FailureBanner error={publishing.error} className="mb-4" />}
      <DetailTabs
        value={tab}
        onValueChange={onTabChange}
        panels={{
          details: <DetailsPanel {...{ detail, publishing, editing }} onEditing={setEditing} />,
          link: (
            <LinkPanel
              shareId={detail.id}
              isOwn={isOwn}
              album={detail.aliasId === null || detail.album ? detail.album : undefined}
              state={life.state}
              onLinkViewChange={(view) => setLinkView(view === plainView ? null : view)}
              mailing={mailing}
              publishing={publishing}
              linkView={linkView ?? plainView}
            />
          ),
          add: !isLocked && <AddFiles detail={detail} upload={upload} />,
          activity: <ActivityPanel shareId={detail.id} isOwn={isOwn} />,
        }}
      >
        {children}
        <PublishToggle {...{ detail, publishing }} state={life.state} />
      </DetailTabs>
    </>
  );
}

const tabs = ['details', 'link', 'add', 'activity'] as const;
export type DetailTab = (typeof tabs)[number];

type DetailTabsProps = {
  value: DetailTab | null;
  onValueChange: (tab: DetailTab | null) => void;
  panels: Record<DetailTab, ReactNode>;
  children: ReactNode;
};

function DetailTabs({ value: chosen, onValueChange, panels, children }: DetailTabsProps) {
  const t = useTranslations('share.detail.tabs');
  return (
    <div id="activity" className="mb-6">
      <Tabs
        label={t('label')}
        value={chosen}
        onValueChange={onValueChange}
        onFold={() => onValueChange(null)}
        beside={children}
        tabs={tabs.flatMap((value) => {
          const panel = panels[value];
          return panel ? [{ value, label: t(value), panel }] : [];
        })}
      />
    </div>
  );
}
