'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { FailureBanner } from '@/components/app/failure-banner';
import { LinkButtons } from '@/components/mail/link-buttons';
import { MailForm, useMailForm } from '@/components/mail/use-mail-form';
import { PhoneQr, QrStub } from '@/components/share/link/qr-plate';
import { usePeriod } from '@/components/share/use-limits';
import { Banner } from '@/components/ui/dialog/banner';
import { Status } from '@/components/ui/status-dot';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { withoutScheme } from '@/lib/domain/url';
import { paths } from '@/lib/paths';
import { AliasReceived } from './alias-received';

const KeyPrint = dynamic(() => import('@/components/sealed/inbox/key-print').then((part) => part.KeyPrint), {
  loading: () => null,
});
const loadEditor = () => import('./form/inbox-editor').then((part) => part.InboxEditor);
const InboxEditor = dynamic(loadEditor, { loading: () => null });
const FormSummary = dynamic(() => import('./form/form-summary').then((part) => part.FormSummary), {
  loading: () => null,
});
const loadDelete = () => import('./form/delete-alias').then((part) => part.DeleteAlias);
const DeleteAlias = dynamic(loadDelete, { loading: () => null });
const TakenDown = dynamic(
  () => import('@/components/share/detail/taken-down').then((part) => part.TakenDown),
  { loading: () => null },
);

export function AliasPage({ aliasId }: { aliasId: string }) {
  const { data: detail, error } = useCall(alias.get, { params: { id: aliasId } });
  return (
    <>
      <FailureBanner error={error} className="mb-6" />
      {detail && <LoadedAlias detail={detail} />}
    </>
  );
}

function LoadedAlias({ detail }: { detail: AliasDetail }) {
  const t = useTranslations('alias');
  const isOwner = useViewer()?.id === detail.ownerId;
  const { data, error } = useCall(aliasForm.get, { params: { id: detail.id } });
  if (detail.blocked) {
    return (
      <article>
        <AliasHeader detail={detail} />
        <TakenDown what="alias" block={detail.blocked} />
        {isOwner && <DeleteAlias aliasId={detail.id} name={detail.name} />}
        <AliasReceived detail={detail} isOwner={isOwner} />
      </article>
    );
  }
  return (
    <article>
      <AliasHeader detail={detail} />
      <AliasLink detail={detail} />
      <AliasReceived detail={detail} isOwner={isOwner} />
      <FailureBanner error={error} className="mb-6" />
      {!isOwner && data?.form && <FormSummary form={data.form} />}
      <section aria-labelledby="settings" className={isOwner ? 'min-h-dvh' : 'max-w-xl'}>
        <h2 id="settings" className="mb-4 text-lg font-semibold tracking-tight">
          {t('settings')}
        </h2>
        {isOwner ? (
          <AfterLoad load={loadEditor}>{data && <InboxEditor detail={detail} form={data.form} />}</AfterLoad>
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

function AliasLink({ detail: { id, enabled, keyFingerprint } }: { detail: AliasDetail }) {
  const t = useTranslations('alias.link');
  const { baseUrl } = useAppConfig();
  const mailing = useMailForm();
  const page = `${baseUrl}${paths.inbox(id)}`;
  const link = `${baseUrl}${paths.inbox(id, keyFingerprint)}`;
  return (
    <section
      aria-label={t('label')}
      className="mb-10 flex overflow-clip rounded-card bg-raised shadow-card ring-1 ring-line"
    >
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-4 p-5 sm:p-6">
        {!enabled && <Banner tone="info">{t('off')}</Banner>}
        {enabled && <p className="text-sm text-muted text-pretty">{t('anyone')}</p>}
        {keyFingerprint && <KeyPrint aliasId={id} fingerprint={keyFingerprint} />}
        {/* Narrow screens show the ID only. */}
        <p className="flex font-mono text-sm/7 tracking-tight text-muted sm:text-lg/7">
          <span className="hidden min-w-0 truncate sm:inline">
            {withoutScheme(page).slice(0, -id.length)}
          </span>
          <span className="break-all text-ink sm:shrink-0">{id}</span>
        </p>
        {keyFingerprint && (
          <p className="-mt-3 font-mono text-sm break-all text-muted">{`#pk=${keyFingerprint}`}</p>
        )}
        {mailing.isOpen ? (
          <MailForm template={{ kind: 'alias', id }} onLeave={mailing.close} />
        ) : (
          <LinkButtons
            link={link}
            isLive={enabled}
            openHint={t('openHint')}
            mailButton={mailing.button}
            onMail={mailing.open}
          />
        )}
        <div className="-mt-4 md:hidden">
          <PhoneQr link={link} />
        </div>
      </div>
      <QrStub link={link} />
    </section>
  );
}

function AliasFacts({ detail }: { detail: AliasDetail }) {
  const t = useTranslations('alias');
  const format = useFormatter();
  const periodOf = usePeriod();
  const members = detail.members.items.map(({ login }) => login).join(', ');
  const facts = [
    [t('list.enabled'), t(detail.enabled ? 'list.on' : 'list.off')],
    [t('list.validity'), periodOf(detail.validity)],
    [t('list.members'), members || '–'],
    [t('list.created'), format.dateTime(detail.created, dateTimeFormat('medium'))],
  ];
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-6 px-2 py-3">
          <dt className="text-muted">{label}</dt>
          <dd className="ml-auto min-w-0 text-right wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
