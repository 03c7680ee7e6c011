'use client';

import { Trash2Icon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';

type DeleteAliasProps = { aliasId: string; name: string };

export function DeleteAlias({ aliasId, name }: DeleteAliasProps) {
  const t = useTranslations('alias.delete');
  const failureText = useFailureText();
  const router = useRouter();
  // The deleted alias must not be fetched again.
  const { mutateAsync, error } = useSend(alias.remove, { reloads: [alias.search] });
  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('button')}
        </Button>
      }
      title={t('title')}
      subject={name}
      text={t('text')}
      confirmLabel={t('yes')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => {
        await mutateAsync({ params: { id: aliasId } });
        router.push(paths.aliases);
      }}
    />
  );
}
