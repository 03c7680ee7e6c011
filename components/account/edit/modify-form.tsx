'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangedMeanwhile } from '@/components/app/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { Checkbox } from '@/components/ui/form/checkbox';
import { cachedAnswer } from '@/lib/client/call/cached-answer';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { mergeTyped } from '@/lib/client/merge-typed';
import { leaveToLogin } from '@/lib/client/session/leave';
import { useViewer } from '@/lib/client/session/session';
import { type AccountDetail, account } from '@/lib/contract/account/account';
import { exactBytes } from '@/lib/domain/units';
import { type AccountDraft, draftOf, limitsOf, loadedValues, useAccountForm } from './account-draft';
import { AccountFields, type DefaultLimits } from './account-fields';

type ModifyFormProps = { detail: AccountDetail; defaults: DefaultLimits };

export function ModifyForm({ detail, defaults }: ModifyFormProps) {
  const t = useTranslations('account.form');
  const failureText = useFailureText();
  const toast = useToast();
  const form = useAccountForm(draftOf(detail), { isNew: false });
  const { email, password, state, admin } = form.draft;
  const { mutateAsync, error, isPending, reset } = useSend(account.modify, {
    reloads: [account.get, account.search],
  });
  const cache = useQueryClient();
  const [loaded, setLoaded] = useState<Record<string, unknown>>(() => loadedValues(detail));
  const isOwn = useViewer()?.id === detail.id;
  const loss = isOwn ? ownAccessLoss(detail, form.draft) : null;
  const [isConfirming, setIsConfirming] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const isLeaving = detail.leavesAt !== null && state === 'Disabled';

  const saved = { email: email.trim() || null, state, admin, ...limitsOf(form.draft) };
  const body = { ...saved, password: password || null, ...(isLeaving && { staysDisabled: isClosing }) };
  async function save(was: Record<string, unknown> = loaded) {
    const params = { id: detail.id };
    const { message } = await mutateAsync({ params, body: { ...body, was } });
    // The server has ended the session, without which this page can't work.
    if (loss) return leaveToLogin();
    const fresh = cachedAnswer(cache, account.get, { params });
    if (fresh) form.restart((typed) => mergeTyped(typed, form.draft, draftOf(fresh)));
    else form.change({ password: '' });
    setLoaded(fresh ? loadedValues(fresh) : { ...was, ...saved });
    toast(message);
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() => (loss ? setIsConfirming(true) : void save().catch(() => undefined)))}
    >
      <AccountFields form={form} source={detail.source} defaults={defaults}>
        {isLeaving && (
          <Checkbox
            label={t('staysDisabled')}
            hint={t('staysDisabledHint')}
            checked={isClosing}
            onChange={(event) => setIsClosing(event.target.checked)}
          />
        )}
        {error && !isConfirming && <Banner tone="error">{failureText(error)}</Banner>}
        <div className="flex justify-end">
          <Button type="submit" pending={isPending}>
            {t('save')}
          </Button>
        </div>
      </AccountFields>
      {loss && (
        <Confirm
          open={isConfirming}
          onOpenChange={(open) => {
            setIsConfirming(open);
            reset();
          }}
          title={t(`${loss}.title`)}
          text={t(`${loss}.text`)}
          confirmLabel={t(`${loss}.yes`)}
          cancelLabel={t('no')}
          error={error && failureText(error)}
          onConfirm={() => save()}
        />
      )}
      <ChangedMeanwhile
        error={error}
        own={body}
        {...useAccountTexts()}
        onOverwrite={(now) => save({ ...loaded, ...now })}
        onKeep={(now) => {
          setLoaded({ ...loaded, ...now });
          setIsConfirming(false);
          reset();
        }}
      />
    </form>
  );
}

function ownAccessLoss(before: AccountDetail, { state, admin }: AccountDraft): 'disable' | 'demote' | null {
  if (state === 'Disabled') return 'disable';
  return before.admin && !admin ? 'demote' : null;
}

function useAccountTexts() {
  const t = useTranslations('account.form');
  const labels: Record<string, string> = {
    email: t('email'),
    state: t('state'),
    admin: t('admin'),
    maxBytes: t('maxSize'),
    maxFiles: t('maxFiles'),
  };
  return {
    labelOf: (field: string) => labels[field] ?? field,
    textOf: (field: string, value: unknown): string => {
      if (typeof value === 'boolean') return value ? '✓' : '–';
      if (field === 'state') return t(`states.${value as AccountDetail['state']}`);
      return field === 'maxBytes' && typeof value === 'number' ? exactBytes(value) : String(value ?? '');
    },
  };
}
