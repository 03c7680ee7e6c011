'use client';

import { Trash2Icon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useTitle } from '@/lib/client/use-title';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

export function DeleteShare({ detail }: { detail: ShareDetail }) {
  const { id } = detail;
  const t = useTranslations('share.detail.delete');
  const failureText = useFailureText();
  const titleOf = useTitle();
  const router = useRouter();
  // The share itself is not asked for again: it is gone.
  const { mutateAsync, error } = useSend(share.remove, { reloads: [share.search] });
  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('share')}
        </Button>
      }
      title={t('title')}
      subject={titleOf(detail)}
      text={t('shareText')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        await mutateAsync({ params: { id } });
        router.push(paths.shares);
      }}
    />
  );
}
