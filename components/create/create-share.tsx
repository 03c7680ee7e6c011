'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '@/components/ui/form/segmented';
import { PageHeader } from '@/components/ui/page-header';
import { ChooseAgain, UnfinishedOffer } from '@/components/upload/unfinished-offer';
import { useUnfinished } from '@/components/upload/use-unfinished';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { useUploadSettings } from '@/lib/client/upload/use-share-upload';
import { shareTitle } from '@/lib/domain/title';
import { CreateForm } from './create-form';
import { Sending } from './sending';
import { type DraftSnapshot, ShareDraft } from './share-draft';
import { ShareResult } from './share-result';
import { useDraft } from './upload-draft';

export function CreateShare() {
  const t = useTranslations('create');
  const settings = useUploadSettings();
  const { draft, state, startOver } = useDraft(
    `new share ${settings.access.key}`,
    () => new ShareDraft(settings),
  );
  const { note, name } = state.form;
  const isForm = state.step === 'form' || state.step === 'creating';
  return (
    <div className="mx-auto w-full max-w-2xl">
      <PageHeader title={(!isForm && shareTitle(note, name.trim())) || t('title')} lead={isForm && t('lead')}>
        {isForm && settings.mailEnabled && <WaySwitch draft={draft} isMailed={state.form.isMailed} />}
      </PageHeader>
      {isForm && <FormStep draft={draft} state={state} />}
      {state.step === 'uploading' && <Sending draft={draft} state={state} onAgain={startOver} />}
      {(state.step === 'done' || state.step === 'publishing') && (
        <ShareResult draft={draft} state={state} onAgain={startOver} />
      )}
    </div>
  );
}

function WaySwitch({ draft, isMailed }: { draft: ShareDraft; isMailed: boolean }) {
  const t = useTranslations('create.way');
  return (
    <Segmented
      label={t('label')}
      value={isMailed ? 'mail' : 'link'}
      onValueChange={(way) => draft.sendAs(way)}
      options={(['link', 'mail'] as const).map((value) => ({ value, label: t(value) }))}
    />
  );
}

function FormStep({ draft, state }: { draft: ShareDraft; state: DraftSnapshot }) {
  const { access, maxSize } = draft.settings;
  const { phase } = useUploads(draft.upload.queue);
  const unfinished = useUnfinished(access, (earlier, found) => draft.resume(earlier, found));
  if (unfinished.isChoosing) return <ChooseAgain unfinished={unfinished} maxSizeBytes={maxSize} />;
  return (
    <div className="flex flex-col gap-6">
      {phase === 'empty' && <UnfinishedOffer unfinished={unfinished} />}
      <CreateForm draft={draft} state={state} />
    </div>
  );
}
