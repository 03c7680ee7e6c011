'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarPlusIcon, Trash2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePeriod } from '@/components/share/use-limits';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/dialog/confirm';
import { Select } from '@/components/ui/form/select';
import { useAppConfig } from '@/lib/client/app-config';
import { call } from '@/lib/client/call/call';
import { callKey } from '@/lib/client/call/call-key';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { keptKeys } from '@/lib/client/sealed/share-keys';
import { isSignedOut } from '@/lib/client/session/leave';
import { useListTitle } from '@/lib/client/use-list-title';
import { share } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { allowedValidities, defaultValidity } from '@/lib/domain/time/validity';

const namedAtMost = 4;

const namesOf = (chosen: readonly ShareListItem[], titleOf: (item: ShareListItem) => string): string =>
  [
    ...chosen.slice(0, namedAtMost).map(titleOf),
    ...(chosen.length > namedAtMost ? [`+ ${chosen.length - namedAtMost}`] : []),
  ].join('\n');

type DeleteSharesProps = { chosen: readonly ShareListItem[]; onDone: () => void };

export function DeleteShares({ chosen, onDone }: DeleteSharesProps) {
  const t = useTranslations('share.list.several');
  const say = useTranslations('share.detail.delete');
  const titleOf = useListTitle();
  const failedText = useSomeSharesFailedText();
  const { mutateAsync, error, reset } = useForEachShare(async ({ id }) => {
    await call(share.remove, { params: { id } });
    await keptKeys.delete(id);
  }, onDone);
  return (
    <Confirm
      trigger={
        <Button tone="ghost">
          <Trash2Icon aria-hidden />
          {t('delete')}
        </Button>
      }
      onOpenChange={reset}
      title={t('deleteTitle', { count: chosen.length })}
      subject={namesOf(chosen, titleOf)}
      text={t('deleteText')}
      confirmLabel={say('yes')}
      cancelLabel={say('no')}
      error={error && failedText(error)}
      onConfirm={() => mutateAsync(chosen)}
    />
  );
}

/**
 * Restarts the period of a published share now; a draft gets it on publishing. The list may be old, so the server decides
 * which links are published.
 */
async function extend({ id }: ShareListItem, validityMs: number): Promise<void> {
  const params = { id };
  await call(share.setValidity, { params, body: { value: validityMs } });
  await call(share.publish, { params, body: { reuseId: true, ifPublished: true } });
}

type ExtendSharesProps = { chosen: readonly ShareListItem[]; onDone: () => void };

export function ExtendShares({ chosen, onDone }: ExtendSharesProps) {
  const t = useTranslations('share.list.several');
  const say = useTranslations('share.detail.fields');
  const failedText = useSomeSharesFailedText();
  const config = useAppConfig();
  const choices = allowedValidities(config.maxValidity);
  const [validityMs, setValidityMs] = useState(defaultValidity(config.defaultValidity, choices).ms);
  const { mutateAsync, error, reset } = useForEachShare((item) => extend(item, validityMs), onDone);
  const periodOf = usePeriod();
  return (
    <Confirm
      tone="primary"
      trigger={
        <Button tone="ghost">
          <CalendarPlusIcon aria-hidden />
          {t('extend')}
        </Button>
      }
      onOpenChange={reset}
      title={t('extendTitle', { count: chosen.length })}
      text={t('extendText')}
      confirmLabel={t('extend')}
      cancelLabel={say('cancel')}
      error={error && failedText(error)}
      onConfirm={() => mutateAsync(chosen)}
    >
      <Select
        label={say('validity')}
        value={String(validityMs)}
        onValueChange={(value) => setValidityMs(Number(value))}
        options={choices.map(({ ms }) => ({ value: String(ms), label: periodOf(ms) }))}
      />
    </Confirm>
  );
}

/** Some of several shares could not be changed; the others were. */
class SomeSharesFailed extends Error {
  override readonly name = 'SomeSharesFailed';
  readonly count: number;

  constructor(reasons: readonly unknown[]) {
    super('Some shares could not be changed.', { cause: reasons[0] });
    this.count = reasons.length;
  }
}

/** Changes shares one after the other and reloads once at the end. @throws {SomeSharesFailed}, {CallError} after the session */
function useForEachShare(work: (item: ShareListItem) => Promise<unknown>, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (items: readonly ShareListItem[]) => {
      const reasons: unknown[] = [];
      for (const item of items) {
        await work(item).catch((reason: unknown) => reasons.push(reason));
      }
      const stale = shareReloads.reloads.map((endpoint) => ({ queryKey: callKey(endpoint) }));
      await Promise.all(stale.map((filter) => cache.invalidateQueries(filter)));
      const end = reasons.find(isSignedOut);
      if (end) throw end;
      if (reasons.length > 0) throw new SomeSharesFailed(reasons);
      onDone();
    },
  });
}

function useSomeSharesFailedText(): (error: Error) => string {
  const t = useTranslations('share.list.several');
  const failureText = useFailureText();
  return (error) =>
    error instanceof SomeSharesFailed && error.cause instanceof Error
      ? t('failed', { count: error.count, reason: failureText(error.cause) })
      : failureText(error);
}
