'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FactorForm, type FactorProof } from '@/components/factor/factor-form';
import { NameLine } from '@/components/files/name-line';
import { ListFailure } from '@/components/list/list-failure';
import { ListMore } from '@/components/list/list-page';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { Empty } from '@/components/ui/empty';
import { Field } from '@/components/ui/form/field';
import { Textarea } from '@/components/ui/form/textarea';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { rowsLook } from '@/components/ui/table';
import { useSend } from '@/lib/client/call/use-call';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call-pages';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useViewer } from '@/lib/client/session/session';
import { type QuarantinedFile, quarantine } from '@/lib/contract/admin/quarantine';
import { OwnerLink } from './oversight-parts';

const list = { reloads: [quarantine.list] };

export function QuarantineList() {
  const t = useTranslations('quarantine');
  const { data, error, refetch, ...more } = useCallPages(
    quarantine.list,
    { query: {} },
    { isLast: untilTotal(({ total }) => total) },
  );
  const items = data?.pages.flatMap((page) => page.items);
  const asks = data?.pages[0]?.asks ?? [];
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ListFailure error={error} onRetry={refetch} />
      {items?.length === 0 && <Empty title={t('none')} />}
      {!items && !error && <SkeletonRows rows={4} label={t('loading')} />}
      <ul aria-label={t('title')} className={rowsLook}>
        {items?.map((file) => (
          <QuarantineRow key={file.id} file={file} asks={asks} />
        ))}
      </ul>
      <ListMore search={more} />
    </>
  );
}

type RowProps = { file: QuarantinedFile; asks: readonly (keyof FactorProof)[] };

function QuarantineRow({ file, asks }: RowProps) {
  const t = useTranslations('quarantine');
  const words = useTranslations('files.scan');
  const format = useFormatter();
  const sizeText = useBytes();
  const [isReleasing, setReleasing] = useState(false);
  const { name, size, at, owner, alias } = file;
  const found = file.found === 'encrypted' || file.found === 'tooLarge' ? words(file.found) : file.found;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <span className="font-medium">
          <NameLine name={name} />
        </span>
        <span className="block text-xs text-warn-text wrap-anywhere">{found}</span>
        <OwnerLink owner={owner} text={alias === null ? 'by' : 'through'} alias={alias ?? ''} />
        <span className="text-xs text-muted">
          {sizeText(size)} · {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}
        </span>
      </div>
      <span className="flex flex-wrap gap-1">
        <Button tone="quiet" aria-expanded={isReleasing} onClick={() => setReleasing(!isReleasing)}>
          {t('release')}
        </Button>
        <RemoveFile file={file} />
      </span>
      {isReleasing && <ReleaseForm {...{ file, asks }} onClose={() => setReleasing(false)} />}
    </li>
  );
}

function ReleaseForm({ file: { id, owner }, asks, onClose }: RowProps & { onClose: () => void }) {
  const t = useTranslations('quarantine');
  const toast = useToast();
  const login = useViewer()?.login ?? '';
  const [reason, setReason] = useState('');
  const { mutate, isPending, error, submittedAt } = useSend(quarantine.release, list);
  const release = (proof: FactorProof) =>
    mutate(
      { params: { id }, body: { ...proof, reason } },
      { onSuccess: ({ message }) => void toast(message) },
    );
  return (
    <div className="basis-full pb-3">
      <FactorForm
        asks={asks}
        login={login}
        submitLabel={t('release')}
        tone="danger"
        sent={{ isPending, error, submittedAt }}
        onSubmit={release}
        onCancel={onClose}
      >
        <p>{t('releaseText', { owner: owner.login })}</p>
        <Field label={t('reason')}>
          <Textarea rows={2} maxLength={500} value={reason} onValueChange={setReason} autoFocus />
        </Field>
      </FactorForm>
    </div>
  );
}

function RemoveFile({ file: { id, name } }: { file: QuarantinedFile }) {
  const t = useTranslations('quarantine');
  const failureText = useFailureText();
  const toast = useToast();
  const { mutateAsync, error } = useSend(quarantine.remove, list);
  return (
    <Confirm
      trigger={<Button tone="ghost">{t('remove')}</Button>}
      title={t('removeTitle')}
      subject={name}
      text={t('removeText')}
      confirmLabel={t('remove')}
      cancelLabel={t('no')}
      error={error && failureText(error)}
      onConfirm={async () => toast((await mutateAsync({ params: { id } })).message)}
    />
  );
}
