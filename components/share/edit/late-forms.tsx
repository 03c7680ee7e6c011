'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { useNumberText } from '@/components/share/use-limits';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { numberFlaw, numberIn } from '@/lib/domain/limits';
import { wordsFlaw } from '@/lib/domain/link-words';
import { FieldForm, type PropertyFormProps } from './editable-row';

/** An empty field removes the limit. */
export function MaxDownloadsForm({ detail, onLeave }: PropertyFormProps) {
  const t = useTranslations('share.detail.fields');
  const more = useTranslations('create.more');
  const [text, setText] = useState(String(detail.maxDownloads ?? ''));
  const [complaint, setComplaint] = useState<string>();
  const set = useSend(share.setMaxDownloads, shareReloads);
  const clear = useSend(share.clearMaxDownloads, shareReloads);
  const error = set.error ?? clear.error;
  const failureText = useFailureText();
  const numberText = useNumberText();

  const params = { id: detail.id };
  const then = { onSuccess: onLeave };
  const onSave = () => {
    if (text.trim() === '') return clear.mutate({ params }, then);
    const flaw = numberFlaw(text, 1);
    setComplaint(flaw ? numberText(flaw) : undefined);
    if (!flaw) set.mutate({ params, body: { value: numberIn(text) } }, then);
  };
  return (
    <FieldForm isPending={set.isPending || clear.isPending} onSave={onSave} onLeave={onLeave}>
      <Field
        quietLabel
        label={t('maxDownloads')}
        hint={more('downloadsHint')}
        error={complaint ?? (error && failureText(error))}
      >
        <Input inputMode="numeric" placeholder={t('anyNumber')} value={text} onValueChange={setText} />
      </Field>
    </FieldForm>
  );
}

const isGuessable = (error: Error | null) =>
  error instanceof CallError && error.code === 'share.linkGuessable';

/** Chosen words replace the random link. Short ones without a password need a second confirmation. */
export function WordsForm({ detail, onLeave }: PropertyFormProps) {
  const t = useTranslations('share.detail.fields');
  const more = useTranslations('create.more');
  const [words, setWords] = useState(detail.link ?? '');
  const [was, setWas] = useState(detail.link);
  const [complaint, setComplaint] = useState<string>();
  const set = useSend(share.setLink, shareReloads);
  const clear = useSend(share.clearLink, shareReloads);
  const error = set.error ?? clear.error;
  const failureText = useFailureText();
  const isPending = set.isPending || clear.isPending;
  const isEasy = isGuessable(set.error);
  const params = { id: detail.id };
  const value = words.trim();

  const send = async (to: string, read: string | null, mayBeGuessed: boolean) => {
    setComplaint(undefined);
    clear.reset();
    if (to === '') await clear.mutateAsync({ params, query: { was: read ?? '' } });
    else await set.mutateAsync({ params, body: { value: to, mayBeGuessed, was: read } });
    onLeave();
  };
  const trySend = (...args: Parameters<typeof send>) => void send(...args).catch(() => undefined);

  const save = (mayBeGuessed: boolean) => {
    if (value === (was ?? '')) return onLeave();
    const flaw = value === '' ? null : wordsFlaw(value);
    if (flaw) setComplaint(more(flaw));
    else trySend(value, was, mayBeGuessed);
  };
  return (
    <FieldForm
      isPending={isPending}
      onSave={() => save(false)}
      onLeave={onLeave}
      extra={
        isEasy ? (
          <Button tone="ghost" disabled={isPending} onClick={() => save(true)}>
            {t('wordsAnyway')}
          </Button>
        ) : (
          detail.link !== null && (
            <Button tone="ghost" disabled={isPending} onClick={() => trySend('', was, false)}>
              {t('wordsRemove')}
            </Button>
          )
        )
      }
    >
      <Field
        quietLabel
        label={t('words')}
        hint={detail.publishInfo?.enabled ? t('wordsReplace') : more('wordsHint')}
        error={complaint ?? (error && failureText(error))}
      >
        <Input
          tone="code"
          maxLength={80}
          value={words}
          onValueChange={(next) => setWords(next.toLowerCase())}
        />
      </Field>
      <ChangedMeanwhile
        error={error}
        own={{ link: value }}
        onOverwrite={(now) => send(value, currentText(now), false)}
        onKeep={(now) => {
          setWas(currentText(now));
          set.reset();
          clear.reset();
        }}
      />
    </FieldForm>
  );
}
