'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChangedMeanwhile, currentText } from '@/components/app/changed-meanwhile';
import { shareReloads } from '@/components/share/use-share';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { areReserved, isLinkWords } from '@/lib/domain/link-words';
import type { PropertyRowProps } from './editable-row';
import { FieldForm } from './field-form';

const flawOf = (words: string) =>
  isLinkWords(words) ? (areReserved(words) ? 'wordsReserved' : null) : 'wordsWrong';

const isGuessable = (error: Error | null) =>
  error instanceof CallError && error.code === 'share.linkGuessable';

/** Chosen words replace the random link. Short ones without a password need a second confirmation. */
export function WordsForm({ detail, onLeave }: Pick<PropertyRowProps, 'detail' | 'onLeave'>) {
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
    const flaw = value === '' ? null : flawOf(value);
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
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
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
