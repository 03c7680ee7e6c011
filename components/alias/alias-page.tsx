'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { LoadFailure } from '@/components/app/load-failure';
import { Banner } from '@/components/ui/dialog/banner';
import { Status } from '@/components/ui/status-dot';
import { useCall } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { AliasFacts } from './alias-facts';
import { AliasForm } from './alias-form';
import { AliasLink } from './alias-link';
import { AliasReceived } from './alias-received';

const loadForm = () => import('./form/form-section').then((part) => part.FormSection);
const FormSection = dynamic(loadForm);
const loadOwnerSections = () => import('./owner-sections');
const AlbumSection = dynamic(() => loadOwnerSections().then((part) => part.AlbumSection));
const PasswordSection = dynamic(() => loadOwnerSections().then((part) => part.PasswordSection));

export function AliasPage({ aliasId, nowMs }: { aliasId: string; nowMs: number }) {
  const { data: detail, error } = useCall(alias.get, { params: { id: aliasId } });
  return (
    <>
      <LoadFailure error={error} />
      {detail && <LoadedAlias detail={detail} nowMs={nowMs} />}
    </>
  );
}

function LoadedAlias({ detail, nowMs }: { detail: AliasDetail; nowMs: number }) {
  const t = useTranslations('alias');
  const isOwner = useViewer()?.id === detail.ownerId;
  return (
    <article>
      <AliasHeader detail={detail} />
      <AliasLink detail={detail} />
      <AliasReceived detail={detail} nowMs={nowMs} />
      <AfterLoad load={loadForm}>
        <FormSection aliasId={detail.id} isOwner={isOwner} />
      </AfterLoad>
      {isOwner && (
        <AfterLoad load={loadOwnerSections}>
          <AlbumSection detail={detail} />
          <PasswordSection id={detail.id} isSet={detail.password === true} />
        </AfterLoad>
      )}
      <section aria-labelledby="settings" className="max-w-xl">
        <h2 id="settings" className="mb-4 text-lg font-semibold tracking-tight">
          {t('settings')}
        </h2>
        {isOwner ? (
          <AliasForm detail={detail} />
        ) : (
          <>
            <Banner tone="info">{t('notOwner', { owner: detail.owner })}</Banner>
            <AliasFacts detail={detail} />
          </>
        )}
      </section>
    </article>
  );
}

function AliasHeader({ detail: { name, owner, enabled } }: { detail: AliasDetail }) {
  const t = useTranslations('alias');
  return (
    <header className="mb-5">
      <p className="mb-1 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        <Status tone={enabled ? 'live' : 'draft'} label={t(enabled ? 'list.on' : 'list.off')} />
        <span aria-hidden>·</span>
        {t('ownedBy', { owner })}
      </p>
      <h1 className="text-3xl font-semibold tracking-tight text-balance wrap-anywhere">{name}</h1>
    </header>
  );
}
