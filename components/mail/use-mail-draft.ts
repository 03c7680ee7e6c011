'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CallError } from '@/lib/client/call';
import { useSend } from '@/lib/client/use-call';
import { useFailureText } from '@/lib/client/use-failure-text';
import { type MailTemplate, mail } from '@/lib/contract/mail';
import { maxRecipients, readRecipients, splitRecipients } from '@/lib/domain/mail-address';

/** A mail being written: what stands in the fields, what is wrong with it, and sending it. */
export function useMailDraft(words: MailTemplate) {
  const t = useTranslations('mail');
  const failureText = useFailureText();
  const [receivers, setReceivers] = useState('');
  const [subject, setSubject] = useState(words.subject);
  const [body, setBody] = useState(words.body);
  const [complaint, setComplaint] = useState<string>();
  const sending = useSend(mail.send);

  const recipients = splitRecipients(receivers);
  /** @returns false when something is wrong with the receivers */
  const send = (): boolean => {
    const { addresses, wrong } = readRecipients(recipients);
    if (wrong.length > 0) {
      setComplaint(t('wrong', { count: wrong.length, list: wrong.join(', ') }));
      return false;
    }
    if (addresses.length > maxRecipients) {
      setComplaint(t('tooMany', { max: maxRecipients, count: addresses.length }));
      return false;
    }
    // Those that have got it must not get it again.
    const onError = (error: unknown) => {
      const left = failedIn(error);
      if (left.length > 0) setReceivers(left.join(', '));
    };
    sending.mutate({ body: { recipients: addresses, subject, body } }, { onError });
    return true;
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
    isReady: recipients.length > 0 && subject.trim() !== '' && body.trim() !== '',
    send,
    isSending: sending.isPending,
    error: sending.error && failureText(sending.error),
    /** How many it went to, once it has gone. */
    sentTo: sending.isSuccess ? readRecipients(sending.variables.body.recipients).addresses.length : null,
  };
}

function failedIn(error: unknown): string[] {
  const failed = error instanceof CallError ? error.answer.failed : undefined;
  return Array.isArray(failed) ? failed.map(String) : [];
}
