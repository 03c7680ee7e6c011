'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/form/field';
import { Textarea } from '@/components/ui/form/textarea';

type PeopleFieldsProps = {
  to: string;
  error: ReactNode;
  onTyping?: (isTyping: boolean) => void;
  onTo: (to: string) => void;
};

export function PeopleFields({ to, error, onTyping, onTo }: PeopleFieldsProps) {
  const t = useTranslations('share.detail.people');
  return (
    <Field label={t('to')} hint={t('toHint')} error={error}>
      <Textarea
        rows={2}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onFocus={() => onTyping?.(true)}
        onBlur={() => onTyping?.(false)}
        value={to}
        onValueChange={onTo}
      />
    </Field>
  );
}
