'use client';

import { useState } from 'react';
import { useCall } from '@/lib/client/call/use-call';
import { type MailTemplate, mail } from '@/lib/contract/mail';

/** Whose link the mail is to carry. */
export type MailSubject = { kind: 'share' | 'alias'; id: string };

/** The words to begin with, as the server has them now; what arrives later changes nothing that is being written. */
export function useMailTemplate({ kind, id }: MailSubject) {
  const endpoint = kind === 'share' ? mail.shareTemplate : mail.aliasTemplate;
  const { data, error, isFetching } = useCall(endpoint, { params: { id } });
  const [words, setWords] = useState<MailTemplate>();
  if (!words && data && !isFetching) setWords(data);
  return { words, error };
}
