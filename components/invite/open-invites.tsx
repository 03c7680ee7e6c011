'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { signup } from '@/lib/contract/signup';
import { InviteRow } from './invite-row';

export function OpenInvites() {
  const t = useTranslations('invite.open');
  const failureText = useFailureText();
  const { data, error, isPending } = useCall(signup.invites, {});
  return (
    <section aria-labelledby="open-invites" className="mt-12">
      <h2 id="open-invites" className="mb-2 text-sm font-medium">
        {t('title')}
      </h2>
      {isPending && <SkeletonRows rows={2} label={t('loading')} />}
      {!data && error && <Banner tone="error">{failureText(error)}</Banner>}
      {data?.items.length === 0 && (
        <p className="border-y border-line py-4 text-sm text-muted">{t('none')}</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.items.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </ul>
      )}
    </section>
  );
}
