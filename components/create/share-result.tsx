'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { CopyButton } from '@/components/ui/copy-button';
import { Banner } from '@/components/ui/dialog/banner';
import { AgainButton } from '@/components/upload/again-button';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useUploads } from '@/lib/client/upload/use-uploads';
import { useBytes } from '@/lib/client/use-bytes';
import { validityChoices } from '@/lib/domain/time/validity';
import { linkWithView } from '@/lib/domain/view-mode';
import { withoutScheme } from '@/lib/domain/without-scheme';
import { paths } from '@/lib/paths';
import type { DraftSnapshot, ShareDraft } from './share-draft';
import { viewsOf } from './share-form';

type ShareResultProps = { draft: ShareDraft; state: DraftSnapshot; onAgain: () => void };

/** The end: the link itself, as large as it deserves, or the way to it. */
export function ShareResult({ draft, state, onAgain }: ShareResultProps) {
  const t = useTranslations('create.result');
  const failureText = useFailureText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { shareId, linkId, failure, step } = state;
  useEffect(() => heading.current?.focus(), []);
  const url = linkId && linkWithView(`${draft.settings.baseUrl}${paths.open(linkId)}`, 'list');
  return (
    <section className="rounded-card bg-raised shadow-card ring-1 ring-line">
      <div className="flex flex-col gap-2 px-5 py-8 sm:px-8">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
          {t(linkId ? 'link' : 'arrived')}
        </h2>
        {url && linkId ? (
          <LinkText url={url} id={linkId} />
        ) : (
          <p className="text-sm text-muted">{t('private')}</p>
        )}
        {!state.isResumed && <Facts draft={draft} state={state} />}
        {failure && <Banner tone="error">{t('notPublished', { reason: failureText(failure) })}</Banner>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line p-5 max-sm:flex-col-reverse">
        <AgainButton label={t('again')} tone="ghost" onClick={onAgain} />
        {shareId && (
          <ButtonLink tone="quiet" href={paths.share(shareId)}>
            {t('open')}
          </ButtonLink>
        )}
        {url ? (
          <CopyButton text={url} label={t('copy')} copiedLabel={t('copied')} failedLabel={t('copyFailed')} />
        ) : (
          <Button pending={step === 'publishing'} onClick={() => void draft.publish()}>
            {t('publish')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The host is the same for every share; what tells this one is its id, which therefore never gets cut off. */
function LinkText({ url, id }: { url: string; id: string }) {
  const t = useTranslations('create.result');
  const [before, after] = withoutScheme(url).split(id);
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      aria-label={`${t('linkLabel')}: ${url}`}
      className="rounded-[4px] font-mono text-[15px]/7 tracking-tight [overflow-wrap:anywhere] text-ink outline-2 outline-offset-4 outline-transparent hover:underline focus-visible:outline-accent sm:text-lg/7"
    >
      <span className="text-muted">{before}</span>
      {id}
      <span className="text-muted">{after}</span>
    </a>
  );
}

function Facts({ draft, state: { form } }: Pick<ShareResultProps, 'draft' | 'state'>) {
  const t = useTranslations();
  const sizeText = useBytes();
  const { counts, totalBytes } = useUploads(draft.upload.queue);
  const validity = validityChoices.find(({ ms }) => ms === form.validityMs);
  return (
    <p className="text-xs text-muted tabular-nums">
      {t('create.result.facts', {
        files: counts.done,
        size: counts.done > 0 ? sizeText(totalBytes) : 'none',
        validity: validity ? t(`validity.${validity.unit}`, { amount: validity.amount }) : '',
        views: viewsOf(form.views) ?? 0,
        password: form.password ? 'yes' : 'no',
      })}
    </p>
  );
}
