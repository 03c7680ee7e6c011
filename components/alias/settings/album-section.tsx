'use client';

import { ImagesIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { Segmented } from '@/components/ui/form/segmented';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { album } from '@/lib/contract/alias/album';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';

const modes = ['off', 'open', 'checked'] as const;

export function AlbumSection({ detail: { id, album: present } }: { detail: AliasDetail }) {
  const t = useTranslations('alias.album');
  const failureText = useFailureText();
  const send = useSend(album.set, { reloads: [alias.get, share.search] });
  const savedMode = present ? (present.checked ? 'checked' : 'open') : 'off';
  const mode = send.isPending ? send.variables.body.mode : savedMode;
  return (
    <section aria-labelledby="album" className="mb-10 max-w-xl">
      <h2 id="album" className="mb-2 text-lg font-semibold tracking-tight">
        {t('title')}
      </h2>
      <p className="mb-3 text-sm text-pretty text-muted">{t(`hint.${mode}`)}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('title')}
          value={mode}
          onValueChange={(value) => send.mutate({ params: { id }, body: { mode: value } })}
          options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        {present && (
          <ButtonLink tone="ghost" href={paths.share(present.share)}>
            <ImagesIcon aria-hidden />
            {t('open')}
          </ButtonLink>
        )}
      </div>
      {send.error && (
        <div className="mt-3">
          <Banner tone="error">{failureText(send.error)}</Banner>
        </div>
      )}
    </section>
  );
}
