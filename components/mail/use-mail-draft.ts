'use client';

import { useState } from 'react';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { activity } from '@/lib/contract/activity';
import { type MailTemplate, mail } from '@/lib/contract/mail';
import { recipient } from '@/lib/contract/share/recipient';
import { readRecipients } from '@/lib/domain/mail/recipients';

/** `personal`: a link of their own for each recipient; `shared`: the same for all, in a mail that can be edited. */
export type MailKind = 'personal' | 'shared';
export type MailSubject = { kind: 'share' | 'alias'; id: string };
/** Null: what the share says of itself. */
export type PersonalWords = { subject: string; message: string | null };
export type MailDraft = ReturnType<typeof useMailDraft>;

const recipientErrors = ['mail.badRecipients', 'mail.noRecipients', 'mail.tooManyRecipients'];

export function useMailDraft({ kind: of, id }: MailSubject, firstKind: MailKind) {
  const failureText = useFailureText();
  const [kind, setKind] = useState(firstKind);
  const [receivers, setReceivers] = useState('');
  const [personal, setPersonal] = useState<PersonalWords>();
  const [words, setWords] = useState<MailTemplate>();
  const [complaint, setComplaint] = useState<string>();
  const sharing = useSend(mail.send, { reloads: [activity.ofShare] });
  const adding = useSend(recipient.add, { reloads: [recipient.list, activity.ofShare] });
  const sending = kind === 'shared' ? sharing : adding;
  const { addresses, wrong } = readRecipients([receivers]);
  // Invalid text is passed on unchanged: the server names it before sending anything.
  const recipients = wrong.length > 0 ? [receivers] : addresses;
  const isWritten = words && [words.subject, words.body].every((text) => text.trim() !== '');

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
    if (kind === 'personal')
      adding.mutate({ params: { id }, body: { to: recipients, ...personal } }, { onError });
    else if (words)
      sharing.mutate({ body: { recipients, ...words, share: of === 'share' ? id : null } }, { onError });
  };

  return {
    kind,
    setKind,
    receivers,
    setReceivers: (text: string) => {
      setReceivers(text);
      setComplaint(undefined);
    },
    personal,
    setPersonal,
    words,
    setWords,
    complaint,
    isReady: recipients.length > 0 && (kind === 'personal' || isWritten),
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
