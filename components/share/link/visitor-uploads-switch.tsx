'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { Switch } from '@/components/ui/form/switch';
import { Link } from '@/components/ui/link';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';

export function VisitorUploadsSwitch({
  shareId,
  present,
}: {
  shareId: string;
  present: ShareDetail['album'];
}) {
  const t = useTranslations('share.detail.visitors');
  const failureText = useFailureText();
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
      {send.error && <Banner tone="error">{failureText(send.error)}</Banner>}
    </section>
  );
}
