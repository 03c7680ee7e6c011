'use client';

import dynamic from 'next/dynamic';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';

const load = () => import('./mail-form').then((part) => part.MailForm);

export const MailForm = dynamic(load);

export type MailFormState = {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Opens the form; focus returns to it when the form closes. */
  button: RefObject<HTMLButtonElement | null>;
};

export function useMailForm(onOpen?: () => void): MailFormState {
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
