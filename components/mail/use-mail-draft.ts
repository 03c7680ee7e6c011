'use client';

import { useState } from 'react';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { activity } from '@/lib/contract/activity/activity';
import { type MailTemplate, mail } from '@/lib/contract/mail';
import { readRecipients } from '@/lib/domain/mail/recipients';

const recipientErrors = ['mail.badRecipients', 'mail.noRecipients', 'mail.tooManyRecipients'];

export function useMailDraft(words: MailTemplate, share: string | null) {
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

const isRecipientError = (error: unknown): boolean =>
  error instanceof CallError && recipientErrors.includes(error.code ?? '');

function failedRecipients(error: unknown): string[] {
  const failed = error instanceof CallError ? error.answer.failed : undefined;
  return Array.isArray(failed) ? failed.map(String) : [];
}
