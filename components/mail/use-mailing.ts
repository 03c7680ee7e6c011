'use client';

import dynamic from 'next/dynamic';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

const load = () => import('./mail-form').then((part) => part.MailForm);

/** Comes once the page is drawn, for those who are going to write. */
export const MailForm = dynamic(load);

export type Mailing = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** The button that opens the form: focus returns to it when the form goes. */
  button: RefObject<HTMLButtonElement | null>;
};

/** Whether a mail with the link is being written. */
export function useMailing(onOpen?: () => void): Mailing {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useFetchAhead(load);

  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const open = () => {
    onOpen?.();
    setIsOpen(true);
  };
  return { isOpen, open, close: () => setIsOpen(false), button };
}
