'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

type FieldFormProps = {
  children: ReactNode;
  isPending: boolean;
  onSave: () => void;
  onLeave: () => void;
  extra?: ReactNode;
};

export function FieldForm({ children, isPending, onSave, onLeave, extra }: FieldFormProps) {
  const t = useTranslations('share.detail.fields');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSave();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
        // A closed list has no use of its own for Enter everywhere; an open one doesn't pass it on.
        if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) {
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }
      }}
    >
      {children}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          {t('save')}
        </Button>
        <Button tone="ghost" onClick={onLeave}>
          {t('cancel')}
        </Button>
        {extra}
      </div>
    </form>
  );
}
