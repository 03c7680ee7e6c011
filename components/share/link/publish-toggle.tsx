'use client';

import { LinkIcon, TriangleAlertIcon, UnlinkIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { usePublish } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { PublishState } from '@/lib/domain/publish';
import { incompleteCount } from '@/lib/domain/share-total';

type PublishToggleProps = {
  detail: ShareDetail;
  state: PublishState;
  publishing: ReturnType<typeof usePublish>;
};

const icons = {
  unpublished: LinkIcon,
  published: UnlinkIcon,
  expired: TriangleAlertIcon,
  'used-up': TriangleAlertIcon,
};

export function PublishToggle({ detail, state, publishing }: PublishToggleProps) {
  const t = useTranslations('share.detail');
  const { isPending, publish, unpublish } = publishing;
  const Icon = icons[state];
  if (state === 'unpublished')
    return (
      <PublishButton
        missing={incompleteCount(detail)}
        isPending={isPending}
        label={t('draft.publish')}
        icon={<Icon aria-hidden />}
        onPublish={() => publish(true)}
      />
    );
  return (
    <Button tone="quiet" pending={isPending} onClick={unpublish}>
      <Icon aria-hidden />
      {t('link.unpublish')}
    </Button>
  );
}

type PublishButtonProps = {
  label: string;
  icon?: ReactNode;
  /** Asks first while files are missing. */
  missing: number;
  isPending: boolean;
  tone?: 'primary' | 'quiet';
  onPublish: () => void;
};

export function PublishButton(props: PublishButtonProps) {
  const { label, icon, missing, isPending, tone = 'primary', onPublish } = props;
  const t = useTranslations('share.detail.draft');
  if (missing === 0)
    return (
      <Button tone={tone} pending={isPending} onClick={onPublish}>
        {icon}
        {label}
      </Button>
    );
  return (
    <Confirm
      tone="primary"
      trigger={
        <Button tone={tone} pending={isPending}>
          {icon}
          {label}
        </Button>
      }
      title={t('ask.title')}
      text={t('missing', { count: missing })}
      confirmLabel={t('ask.yes')}
      cancelLabel={t('ask.no')}
      onConfirm={onPublish}
    />
  );
}
