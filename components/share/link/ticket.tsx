'use client';

import { clsx } from 'clsx';
import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { AfterLoad } from '@/components/app/after-load';
import { LinkButtons } from '@/components/mail/link-buttons';
import { EncryptedChip } from '@/components/sealed/encrypted-chip';
import type { EditedField } from '@/components/share/edit/editable-row';
import { useTimeLeft } from '@/components/share/use-limits';
import type { usePublish } from '@/components/share/use-share';
import { Meter } from '@/components/ui/meter';
import { useAppConfig } from '@/lib/client/app-config';
import { fragmentOf } from '@/lib/client/sealed/share-keys';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { linkWithView, type ViewMode } from '@/lib/domain/list-view';
import type { ShareLife } from '@/lib/domain/publish';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { withoutScheme } from '@/lib/domain/url';
import { paths } from '@/lib/paths';
import { EndedHint } from './ended-hint';
import { PhoneQr, stubLook } from './qr-plate';

const loadArrivals = () => import('./arrivals').then((part) => part.Arrivals);
const Arrivals = dynamic(loadArrivals, { ssr: false });

const loadStub = () => import('./ticket-stub').then((part) => part.TicketStub);
const TicketStub = dynamic(loadStub, { ssr: false });

type TicketProps = {
  detail: ShareDetail;
  life: ShareLife;
  now: number;
  /** Null: chosen by the kind of files. */
  linkView: ViewMode | null;
  publishing: ReturnType<typeof usePublish>;
  onMail: () => void;
  onEdit?: (field: EditedField) => void;
  /** The link was just created, so copying it is the next step. */
  isNew?: boolean | undefined;
  /** Of a sealed share whose key this browser doesn't have: the link would open nothing. */
  isLocked?: boolean;
};

export function Ticket(props: TicketProps) {
  const { detail, life, now, linkView, publishing, onMail, onEdit, isNew, isLocked = false } = props;
  const t = useTranslations('share.detail.ticket');
  const { baseUrl } = useAppConfig();
  if (!detail.publishInfo) return null;
  const isLive = life.state === 'published';
  const link =
    linkWithView(`${baseUrl}${paths.open(detail.publishInfo.id)}`, linkView) + fragmentOf(detail.id);

  return (
    <section aria-label={t('label')} className="mb-8 flex flex-col">
      <div className="flex flex-1 overflow-clip rounded-card bg-raised shadow-card ring-1 ring-line">
        <div
          className={clsx(
            'flex min-w-0 flex-1 flex-col p-5 sm:p-6',
            publishing.isFresh &&
              'transition-[translate,opacity] duration-240 ease-out starting:translate-x-full starting:opacity-0',
          )}
        >
          {isLive ? (
            <p className="text-xs text-muted">
              {t(detail.password ? 'anyoneLocked' : detail.e2ee ? 'anyoneKey' : 'anyone')}
            </p>
          ) : (
            <EndedHint detail={detail} state={life.state} publishing={publishing} />
          )}
          {detail.e2ee && (
            <p className="mt-2">
              <EncryptedChip />
            </p>
          )}
          {isLocked ? (
            <LockedLine />
          ) : (
            <LinkLine {...{ link, isLive, isNew, onMail }} linkId={detail.publishInfo.id} />
          )}
          {isLive && !isLocked && <PhoneQr link={link} />}
          <TicketMeters {...{ detail, life, now, onEdit }} />
        </div>
        {isLive && !isLocked && <Stub {...{ detail, link, linkView, isNew }} />}
      </div>
      <div className="mt-3 min-h-[calc(var(--arrivals,1)*3rem)] px-5 sm:min-h-[calc(var(--arrivals,1)*1.5rem)] sm:px-6">
        <AfterLoad load={loadArrivals}>
          <Arrivals detail={detail} now={now} />
        </AfterLoad>
      </div>
    </section>
  );
}

type StubProps = Pick<TicketProps, 'detail' | 'linkView' | 'isNew'> & { link: string };

/** Keeps the place of what comes late. */
const Stub = ({ detail, link, linkView, isNew }: StubProps) => (
  <div
    className={`${stubLook} min-h-62 w-72 flex-col p-4 pb-2 ${isNew ? 'origin-bottom-left animate-tear' : ''}`}
  >
    <AfterLoad load={loadStub}>
      <TicketStub {...{ detail, link }} view={linkView} />
    </AfterLoad>
  </div>
);

function LockedLine() {
  const t = useTranslations('sealed');
  return <p className="mt-1.5 text-pretty">{t('linkLocked')}</p>;
}

type LinkLineProps = {
  link: string;
  linkId: string;
  isLive: boolean;
  isNew: boolean | undefined;
  onMail: () => void;
};

/** Displays a new link in full. On narrow screens the link's id is the part that stays visible. */
function LinkLine({ link, linkId, isLive, isNew, onMail }: LinkLineProps) {
  const t = useTranslations('share.detail.ticket');
  const people = useTranslations('share.detail.people');
  const [before = '', after = ''] = withoutScheme(link).split(linkId);
  return (
    <>
      {isNew ? (
        <p className="mt-1.5 font-mono text-base/6 tracking-tight break-all text-muted">
          {before}
          <span className="text-ink">{linkId}</span>
          <AfterId text={after} /> <KeyLabel link={link} />
        </p>
      ) : (
        <p className="mt-1.5 flex font-mono text-sm/7 tracking-tight text-muted sm:text-lg/7">
          <span className="hidden min-w-0 shrink-[999] truncate sm:inline">{before}</span>
          <span className="min-w-0 break-all sm:truncate">
            <span className="text-ink">{linkId}</span>
            <AfterId text={after} />
          </span>
          <span className="ml-2 flex shrink-0 items-center">
            <KeyLabel link={link} />
          </span>
        </p>
      )}
      <div className="mt-5">
        <LinkButtons
          {...{ link, isLive, isNew, onMail }}
          mailLabel={people('title')}
          openHint={t('openHint')}
        />
      </div>
    </>
  );
}

/** The key is as important as the id. */
function AfterId({ text }: { text: string }) {
  const [before = '', key] = text.split('#k=');
  if (key === undefined) return text;
  return (
    <>
      {before}#k=<span className="text-ink">{key}</span>
    </>
  );
}

/** Says what the end of a sealed link is; whoever selects the link leaves it out. */
function KeyLabel({ link }: { link: string }) {
  const t = useTranslations('share.detail.ticket');
  if (!link.includes('#k=')) return null;
  return (
    <span className="inline-block rounded-full bg-sunken px-2 font-sans text-xs/5 tracking-normal text-muted ring-1 ring-line select-none">
      {t('key')}
    </span>
  );
}

type TicketMetersProps = {
  detail: ShareDetail;
  life: ShareLife;
  now: number;
  onEdit: ((field: EditedField) => void) | undefined;
};

function TicketMeters({ detail, life, now, onEdit }: TicketMetersProps) {
  const t = useTranslations('share.detail.ticket');
  const format = useFormatter();
  const timeLeft = useTimeLeft();
  const { publishInfo, maxViews, viewsLimited, maxDownloads, password } = detail;
  if (!publishInfo) return null;
  const editOf = (field: EditedField, what: string) =>
    onEdit && { label: t('change', { what }), onEdit: () => onEdit(field) };
  const downloads = publishInfo.downloads ?? 0;
  const isExpired = life.state === 'expired';
  const exactEnd = format.dateTime(publishInfo.publishUntil, dateTimeFormat('full', 'medium'));

  return (
    <dl
      className={clsx(
        'mt-6 grid gap-4 border-t border-line pt-5 sm:gap-6',
        maxDownloads === null ? 'grid-cols-3' : 'grid-cols-2 sm:grid-cols-4',
      )}
    >
      <Meter
        label={t(isExpired ? 'expired' : 'expires')}
        edit={editOf('validity', t(isExpired ? 'expired' : 'expires'))}
        value={timeLeft(publishInfo.publishUntil, now)}
        title={exactEnd}
        fraction={life.timeLeft}
        tone={isExpired ? 'warn' : 'live'}
      />
      <Meter
        label={t('views')}
        edit={editOf('maxViews', t('views'))}
        value={
          viewsLimited
            ? t('viewsOf', { views: publishInfo.views, max: maxViews })
            : t('viewsAny', { views: publishInfo.views })
        }
        {...(viewsLimited && { fraction: life.viewsSpent })}
        tone={life.viewsSpent === 1 ? 'warn' : 'ink'}
      />
      {maxDownloads !== null && (
        <Meter
          label={t('downloads')}
          edit={editOf('maxDownloads', t('downloads'))}
          value={t('viewsOf', { views: downloads, max: maxDownloads })}
          fraction={downloads / maxDownloads}
          tone={downloads >= maxDownloads ? 'warn' : 'ink'}
        />
      )}
      <Meter
        label={t('password')}
        edit={editOf('password', t('password'))}
        value={t(password ? 'passwordSet' : 'passwordNone')}
      />
    </dl>
  );
}
