'use client';

import { PencilIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';

export type EditedField = 'name' | 'validity' | 'maxViews' | 'maxDownloads' | 'password' | 'words';

export type PropertyFormProps = { detail: ShareDetail; onLeave: () => void };

type EditableRowProps = {
  label: string;
  value: ReactNode;
  isEditing: boolean;
  onEdit: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** Edits a property in place. Focus returns to the row's button when the form closes. */
export function EditableRow({ label, value, isEditing, onEdit, onLeave, children }: EditableRowProps) {
  const t = useTranslations('share.detail.fields');
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    const focusIsLost = document.activeElement === null || document.activeElement === document.body;
    if (wasEditing.current && !isEditing && focusIsLost) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <div className="pb-3">
        <dt className="text-sm text-muted">
          <button
            type="button"
            aria-expanded
            onClick={onLeave}
            className="flex min-h-11 w-full items-center rounded-control pl-2 hover:text-ink"
          >
            {label}
          </button>
        </dt>
        <dd className="px-2">{children}</dd>
      </div>
    );
  }
  return (
    <div className="relative flex min-h-11 items-center gap-4 transition-colors duration-100 hover:bg-hover">
      <dt className="w-36 shrink-0 pl-2 text-sm text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-2 py-2 pr-2 text-sm tabular-nums">
        <span className="mr-auto min-w-0 truncate font-medium">{value}</span>
        <button
          ref={button}
          type="button"
          aria-label={t('edit', { field: label })}
          aria-expanded={false}
          onClick={onEdit}
          // The whole row is the target.
          className="text-faint after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <PencilIcon aria-hidden className="size-3.5" />
        </button>
      </dd>
    </div>
  );
}

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
