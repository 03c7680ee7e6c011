'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Textarea } from '@/components/ui/form/textarea';
import { Spinner } from '@/components/ui/spinner';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type MailTemplate, mail } from '@/lib/contract/mail';
import { useMailDraft } from './use-mail-draft';

type MailFormProps = {
  template: MailSubject;
  onLeave: () => void;
};

export function MailForm({ template, onLeave }: MailFormProps) {
  const t = useTranslations('mail');
  const { words, error } = useMailTemplate(template);
  const failureText = useFailureText();
  const share = template.kind === 'share' ? template.id : null;
  if (words) return <LoadedForm words={words} share={share} onLeave={onLeave} />;
  if (!error) return <Spinner label={t('loading')} />;
  return (
    <Banner
      tone="error"
      action={
        <Button tone="quiet" onClick={onLeave}>
          {t('cancel')}
        </Button>
      }
    >
      {failureText(error)}
    </Banner>
  );
}

type LoadedFormProps = { words: MailTemplate; share: string | null; onLeave: () => void };

function LoadedForm({ words, share, onLeave }: LoadedFormProps) {
  const t = useTranslations('mail');
  const draft = useMailDraft(words, share);
  const form = useRef<HTMLFormElement>(null);
  const toReceivers = () => form.current?.querySelector('textarea')?.focus();
  useEffect(toReceivers, []);

  if (draft.outcome !== null) return <SentBanner text={draft.outcome} onLeave={onLeave} />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.isReady && !draft.isSending) draft.send(toReceivers);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={t('title')}
      className="max-w-xl"
    >
      <div className="flex flex-col gap-4">
        <Field label={t('receivers')} hint={t('receiversHint')} error={draft.complaint}>
          <Textarea
            rows={2}
            value={draft.receivers}
            onValueChange={draft.setReceivers}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </Field>
        <Field label={t('subject')}>
          <Input value={draft.subject} onValueChange={draft.setSubject} maxLength={200} required />
        </Field>
        <Field label={t('body')}>
          <Textarea rows={10} value={draft.body} onValueChange={draft.setBody} required />
        </Field>
        {draft.error && <Banner tone="error">{draft.error}</Banner>}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" pending={draft.isSending} disabled={!draft.isReady}>
          {t('send')}
        </Button>
        <Button tone="ghost" onClick={onLeave}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function SentBanner({ text, onLeave }: { text: string; onLeave: () => void }) {
  const t = useTranslations('mail');
  return (
    <div className="max-w-xl">
      <Banner
        tone="success"
        action={
          <Button tone="quiet" autoFocus onClick={onLeave}>
            {t('done')}
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  );
}

type MailSubject = { kind: 'share' | 'alias'; id: string };

/** Returns the first fresh template; later answers don't overwrite a mail that is being written. */
function useMailTemplate({ kind, id }: MailSubject) {
  const endpoint = kind === 'share' ? mail.shareTemplate : mail.aliasTemplate;
  const { data, error, isFetching } = useCall(endpoint, { params: { id } });
  const [words, setWords] = useState<MailTemplate>();
  if (!words && data && !isFetching) setWords(data);
  return { words, error };
}
