'use client';

import { EyeOffIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { MaxDownloadsRow } from '@/components/share/edit/max-downloads-row';
import { MaxViewsRow } from '@/components/share/edit/max-views-row';
import { NameRow } from '@/components/share/edit/name-row';
import { PasswordRow } from '@/components/share/edit/password-row';
import { ValidityRow } from '@/components/share/edit/validity-row';
import { WordsRow } from '@/components/share/edit/words-row';
import { PublishError } from '@/components/share/link/publish-error';
import type { usePublish } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { EditedField } from '../edit/editable-row';
import { DeleteShare } from './delete-share';
import { ShareFacts } from './share-facts';

type DetailsPanelProps = {
  detail: ShareDetail;
  publishing: ReturnType<typeof usePublish>;
  editing: EditedField | null;
  onEditing: (field: EditedField | null) => void;
};

export function DetailsPanel({ detail, publishing, editing, onEditing }: DetailsPanelProps) {
  const t = useTranslations('share.detail.link');
  const row = (field: EditedField) => ({
    detail,
    isEditing: editing === field,
    onEdit: () => onEditing(field),
    onLeave: () => editing === field && onEditing(null),
  });

  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-12 md:grid-cols-2">
        <dl className="divide-y divide-line border-y border-line">
          <NameRow {...row('name')} />
          <ValidityRow {...row('validity')} />
          <MaxViewsRow {...row('maxViews')} />
          <MaxDownloadsRow {...row('maxDownloads')} />
          <PasswordRow {...row('password')} />
          <WordsRow {...row('words')} />
        </dl>
        <ShareFacts detail={detail} />
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {detail.publishInfo?.enabled && (
          <Button tone="ghost" disabled={publishing.isPending} onClick={publishing.unpublish}>
            <EyeOffIcon aria-hidden />
            {t('unpublish')}
          </Button>
        )}
        <DeleteShare detail={detail} />
      </div>
      <PublishError error={publishing.error} />
    </>
  );
}
