'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Delivery } from '@/components/inbox/delivery';
import { DeliveryParts } from '@/components/inbox/delivery-form';
import { type InboxSettings, senderForm, withForm } from '@/components/inbox/form/sender-form';
import { InboxBranding } from '@/components/inbox/inbox-branding';
import { InboxTerms } from '@/components/inbox/inbox-terms';
import { InboxTitle } from '@/components/inbox/inbox-title';
import { AlbumLink } from '@/components/inbox/unavailable-inbox';
import { EncryptedChip } from '@/components/sealed/encrypted-chip';
import { useOwnSender } from '@/components/sender/use-own-sender';
import { DropInvitation } from '@/components/upload/choose/drop-sheet';
import { useAppConfig } from '@/lib/client/app-config';
import { aliasAccess } from '@/lib/client/upload/access/alias-access';
import { ShareUpload } from '@/lib/client/upload/share-upload';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import type { Sender } from '@/lib/contract/share/sender';
import { type InboxForm, phaseAt } from '@/lib/domain/inbox/inbox-form';
import { isColor } from '@/lib/domain/look';
import { emptyForm, parseForm } from './form-draft';
import { type InboxValues, isDifferent } from './inbox-values';

const Markdown = dynamic(() => import('@/components/files/note/markdown').then((part) => part.Markdown), {
  loading: () => null,
});

type InboxPreviewProps = { detail: AliasDetail; values: InboxValues; zone: string };

/** The page as senders see it while it is open. Nothing in it can be used. */
export function InboxPreview({ detail, values, zone }: InboxPreviewProps) {
  const t = useTranslations('alias.preview');
  const titleId = useId();
  const receiver = useOwnProfile();
  const form = parseForm(values.form, zone);
  const { color, logo, intro } = form;
  const isAlbum = values.album === 'open';
  const shown = isDifferent(form, emptyForm)
    ? {
        ...form,
        ...(isAlbum && { maxFiles: null, maxBytes: null }),
        recipient: form.recipient || (receiver?.name ?? detail.owner),
      }
    : null;
  return (
    <div className="flex flex-col gap-2">
      <h3 id={titleId} className="font-semibold tracking-tight">
        {t('title')}
      </h3>
      <p className="text-xs text-pretty text-muted">
        {t('hint')} <PresentState detail={detail} values={values} form={form} />
      </p>
      <section
        aria-labelledby={titleId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="overflow-y-auto rounded-card bg-canvas p-5 ring-1 ring-line lg:max-h-[calc(100dvh-11rem)]"
      >
        <div inert aria-hidden className="[&_[data-send-bar]]:static">
          <InboxBranding
            color={color !== null && isColor(color) ? color : null}
            logo={logo}
            receiver={form.recipient || logo ? null : receiver}
          >
            <InboxTitle name={values.alias.name.trim() || '…'} isAlbum={isAlbum} />
            {values.album !== 'off' && <AlbumLink linkId="" />}
            <SealMark detail={detail} />
            {shown && (
              <InboxTerms
                form={shown}
                intro={intro.trim() !== '' && <Markdown text={intro} />}
                isLate={phaseAt(form, Date.now()) === 'late'}
              />
            )}
            <PreviewForm form={shown} isAlbum={isAlbum} />
          </InboxBranding>
        </div>
      </section>
    </div>
  );
}

const SealMark = ({ detail }: Pick<InboxPreviewProps, 'detail'>) =>
  detail.keyFingerprint && (
    <p className="mb-6">
      <EncryptedChip />
    </p>
  );

/** Its owner alone changes an inbox. Their colour is left out: it would be that of the whole page. */
function useOwnProfile(): Sender | null {
  const sender = useOwnSender();
  return sender && !sender.isLogin ? { ...sender, color: null } : null;
}

type PreviewFormProps = { form: InboxForm | null; isAlbum: boolean };

function PreviewForm({ form, isAlbum }: PreviewFormProps) {
  const t = useTranslations('inbox');
  const base = { ...useAppConfig(), access: aliasAccess('') };
  const settings: InboxSettings = { ...withForm(base, form && senderForm(form)), isAlbum };
  const [upload] = useState(() => new ShareUpload(settings));
  const delivery = new Delivery('', settings, upload);
  return (
    <div className="rounded-card bg-raised shadow-card ring-1 ring-line">
      <DropInvitation
        maxSizeBytes={settings.maxSize}
        isCompact={false}
        titleTouch={t('choose')}
        onCollected={() => undefined}
      />
      <DeliveryParts delivery={delivery} state={delivery.initial} isWaiting={false} />
    </div>
  );
}

/** Says what else stands in the way of senders. */
function PresentState({ detail, values, form }: Omit<InboxPreviewProps, 'zone'> & { form: InboxForm }) {
  const t = useTranslations('inbox.state');
  const { alias, password, dropsPassword } = values;
  const phase = phaseAt(form, Date.now());
  if (!alias.enabled) return t('off.title');
  if (phase === 'early') return t('early.title', { name: alias.name });
  if (phase === 'grace' || phase === 'closed') return t('closed.title', { name: alias.name });
  return (password !== '' || (detail.password === true && !dropsPassword)) && t('locked.title');
}
