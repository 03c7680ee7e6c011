'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { shareReloads } from '@/components/share/use-share';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { share } from '@/lib/contract/share/share';
import { numberFlaw } from '@/lib/domain/whole-number';
import type { PropertyRowProps } from './editable-row';
import { FieldForm } from './field-form';
import { useNumberText } from './use-number-text';

/** An empty field removes the limit. */
export function MaxDownloadsForm({ detail, onLeave }: Pick<PropertyRowProps, 'detail' | 'onLeave'>) {
  const t = useTranslations('share.detail.fields');
  const more = useTranslations('create.more');
  const [text, setText] = useState(String(detail.maxDownloads ?? ''));
  const [complaint, setComplaint] = useState<string>();
  const set = useSend(share.setMaxDownloads, shareReloads);
  const clear = useSend(share.clearMaxDownloads, shareReloads);
  const error = set.error ?? clear.error;
  const failureText = useFailureText();
  const numberText = useNumberText();

  const params = { id: detail.id };
  const then = { onSuccess: onLeave };
  const onSave = () => {
    if (text.trim() === '') return clear.mutate({ params }, then);
    const flaw = numberFlaw(text, 1);
    setComplaint(flaw ? numberText(flaw) : undefined);
    if (!flaw) set.mutate({ params, body: { value: Number(text) } }, then);
  };
  return (
    <FieldForm isPending={set.isPending || clear.isPending} onSave={onSave} onLeave={onLeave}>
      <Field
        quietLabel
        label={t('maxDownloads')}
        hint={more('downloadsHint')}
        error={complaint ?? (error && failureText(error))}
      >
        <Input inputMode="numeric" placeholder={t('anyNumber')} value={text} onValueChange={setText} />
      </Field>
    </FieldForm>
  );
}
