'use client';

import { PencilIcon, PlusIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { FormSummary } from './form-summary';

const FormEditor = dynamic(() => import('./form-editor').then((part) => part.FormEditor), {
  loading: () => null,
});

type FormSectionProps = { aliasId: string; isOwner: boolean };

export function FormSection({ aliasId, isOwner }: FormSectionProps) {
  const t = useTranslations('alias.senders');
  const failureText = useFailureText();
  const { data, error } = useCall(aliasForm.get, { params: { id: aliasId } });
  const [isEdited, setEdited] = useState(false);
  if (!data || (data.form === null && !isOwner))
    return error && <Banner tone="error">{failureText(error)}</Banner>;
  const { form } = data;
  return (
    <section aria-labelledby="form" className="mb-10 max-w-xl">
      <header className="mb-2 flex min-h-9 items-center">
        <h2 id="form" className="mr-auto text-lg font-semibold tracking-tight">
          {t('title')}
        </h2>
        {isOwner && !isEdited && (
          <span className="-mr-3.5">
            <Button tone="ghost" onClick={() => setEdited(true)}>
              {form ? <PencilIcon aria-hidden /> : <PlusIcon aria-hidden />}
              {t(form ? 'edit' : 'add')}
            </Button>
          </span>
        )}
      </header>
      {isEdited ? (
        <FormEditor aliasId={aliasId} form={form} onClose={() => setEdited(false)} />
      ) : form ? (
        <FormSummary form={form} />
      ) : (
        <p className="text-sm text-pretty text-muted">{t('none')}</p>
      )}
    </section>
  );
}
