'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Textarea } from '@/components/ui/form/textarea';
import { Spinner } from '@/components/ui/spinner';
import { CallError } from '@/lib/client/call/call';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { activity } from '@/lib/contract/activity';
import { type MailTemplate, mail } from '@/lib/contract/mail';
import { readRecipients } from '@/lib/domain/mail/recipients';

type MailFormProps = { template: MailSubject; onLeave: () => void };

export function MailForm({ template, onLeave }: MailFormProps) {
  const t = useTranslations('mail');
  const { words, error } = useMailTemplate(template);
  const failureText = useFailureText();
  if (words)
    return (
      <LoadedForm words={words} share={template.kind === 'share' ? template.id : null} onLeave={onLeave} />
    );
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

const recipientErrors = ['mail.badRecipients', 'mail.noRecipients', 'mail.tooManyRecipients'];

function useMailDraft(words: MailTemplate, share: string | null) {
  const failureText = useFailureText();
  const [receivers, setReceivers] = useState('');
  const [subject, setSubject] = useState(words.subject);
  const [body, setBody] = useState(words.body);
  const [complaint, setComplaint] = useState<string>();
  const sending = useSend(mail.send, { reloads: [activity.ofShare] });
  const { addresses, wrong } = readRecipients([receivers]);

  const send = (onComplaint: () => void) => {
    setComplaint(undefined);
    const onError = (error: unknown) => {
      // Only failed recipients stay, so that the others don't get the mail twice.
      const left = failedRecipients(error);
      if (left.length > 0) setReceivers(left.join(', '));
      if (!isRecipientError(error)) return;
      setComplaint(failureText(error));
      onComplaint();
    };
    // Invalid text is passed on unchanged: the server names it before sending anything.
    const recipients = wrong.length > 0 ? [receivers] : addresses;
    sending.mutate({ body: { recipients, subject, body, share } }, { onError });
  };

  return {
    receivers,
    setReceivers: (text: string) => {
      setReceivers(text);
      setComplaint(undefined);
    },
    subject,
    setSubject,
    body,
    setBody,
    complaint,
    isReady: addresses.length + wrong.length > 0 && [subject, body].every((text) => text.trim() !== ''),
    send,
    isSending: sending.isPending,
    error: sending.error && !isRecipientError(sending.error) ? failureText(sending.error) : null,
    outcome: sending.data?.message ?? null,
  };
}

const isRecipientError = (error: unknown) =>
  error instanceof CallError && recipientErrors.includes(error.code ?? '');

function failedRecipients(error: unknown): string[] {
  const failed = error instanceof CallError ? error.answer.failed : undefined;
  return Array.isArray(failed) ? failed.map(String) : [];
}
