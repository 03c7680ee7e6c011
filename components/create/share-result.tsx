'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { FocusedHeading } from '@/components/ui/result-panel';
import { AgainButton } from '@/components/upload/send-bar';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { validityChoices } from '@/lib/domain/time/validity';
import { shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import type { DraftSnapshot, ShareDraft } from './share-draft';
import { parseViews, recipientCount } from './share-form';

const TicketPlaceholder = () => (
  <div aria-hidden className="mb-8 rounded-card bg-raised shadow-card ring-1 ring-line" />
);

// The ticket is large, so it loads while files are uploading.
export const loadTicket = () => import('./result-ticket').then((part) => part.ResultTicket);
const ResultTicket = dynamic(loadTicket, { loading: TicketPlaceholder });

type ShareResultProps = { draft: ShareDraft; state: DraftSnapshot; onAgain: () => void };

export function ShareResult({ draft, state, onAgain }: ShareResultProps) {
  const t = useTranslations('create.result');
  const tLink = useTranslations('mail.link');
  const tUploads = useTranslations('nav.uploads');
  const [openedMs] = useState(() => Date.now());
  const { shareId, linkId, isCopied } = state;
  const count = recipientCount(state.form);
  const title = shareTitle(state.form.note, state.form.name.trim());
  const ready = count > 0 ? tUploads('sent', { count }) : t('link');
  const nextActions = (
    <>
      <AgainButton label={t('again')} tone="ghost" onClick={onAgain} />
      {shareId && (
        <ButtonLink tone="quiet" href={paths.share(shareId)}>
          {t('open')}
        </ButtonLink>
      )}
    </>
  );
  if (state.step !== 'publishing' && (!linkId || !shareId))
    return <PrivateResult {...{ draft, state, nextActions }} />;
  return (
    <section aria-labelledby="result">
      <div aria-live="polite" className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="result" className="text-lg font-semibold tracking-tight">
          {linkId ? ready : t('getting')}
        </h2>
        {linkId && isCopied && <p className="text-sm text-muted">{tLink('copied')}</p>}
      </div>
      <div className="grid min-h-120 md:min-h-100">
        {linkId && shareId ? (
          <ResultTicket {...{ shareId, title, openedMs }} placeholder={<TicketPlaceholder />} />
        ) : (
          <TicketPlaceholder />
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">{nextActions}</div>
    </section>
  );
}

type PrivateResultProps = Pick<ShareResultProps, 'draft' | 'state'> & { nextActions: ReactNode };

function PrivateResult({ draft, state, nextActions }: PrivateResultProps) {
  const t = useTranslations('create.result');
  const failureText = useFailureText();
  const { failure, step } = state;
  return (
    <section className="rounded-card bg-raised shadow-card ring-1 ring-line">
      <div className="flex flex-col gap-2 px-5 py-8 sm:px-8">
        <FocusedHeading>{t('arrived')}</FocusedHeading>
        <p className="text-sm text-muted">{t('private')}</p>
        {!state.isResumed && <ShareFacts draft={draft} state={state} />}
        {failure && <Banner tone="error">{t('notPublished', { reason: failureText(failure) })}</Banner>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line p-5 max-sm:flex-col-reverse">
        {nextActions}
        <Button pending={step === 'publishing'} onClick={() => void draft.publish()}>
          {t('publish')}
        </Button>
      </div>
    </section>
  );
}

function ShareFacts({ draft, state: { form } }: Pick<ShareResultProps, 'draft' | 'state'>) {
  const t = useTranslations();
  const format = useFormatter();
  const sizeText = useShortBytes();
  const { counts, totalBytes } = useUploads(draft.upload.queue);
  const validity = validityChoices.find(({ ms }) => ms === form.validityMs);
  return (
    <p className="text-xs text-muted tabular-nums">
      {t('create.result.facts', {
        files: counts.done,
        size: counts.done > 0 ? sizeText(totalBytes) : 'none',
        end: form.until === null ? 'period' : 'date',
        any: form.hasAnyViews ? 'yes' : 'no',
        validity:
          form.until !== null
            ? format.dateTime(form.until, { dateStyle: 'medium' })
            : validity
              ? t('validity.after', { unit: validity.unit, amount: validity.amount })
              : '',
        views: parseViews(form.views) ?? 0,
        password: form.password ? 'yes' : 'no',
      })}
    </p>
  );
}
