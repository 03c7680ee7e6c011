'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PeopleFields } from '@/components/share/people/people-fields';
import { Switch } from '@/components/ui/form/switch';
import { readRecipients } from '@/lib/domain/mail/recipients';
import type { ShareForm } from '../share-form';

type PeoplePartProps = {
  form: ShareForm;
  onChange: (part: Partial<ShareForm>) => void;
};

export function PeoplePart({ form, onChange }: PeoplePartProps) {
  const t = useTranslations('share.detail.people');
  const tErrors = useTranslations('create.more');
  const [isTyping, setTyping] = useState(false);
  const { wrong } = readRecipients([form.to]);
  return (
    <div className="mt-3 flex max-w-md flex-col gap-4">
      <PeopleFields
        to={form.to}
        message={form.message}
        error={!isTyping && wrong.length > 0 && tErrors('toWrong', { list: wrong.slice(0, 5).join(', ') })}
        onTyping={setTyping}
        onTo={(to) => onChange({ to })}
        onMessage={(message) => onChange({ message })}
      />
      {form.to.trim() !== '' && (
        <Switch
          label={t('only')}
          hint={t('onlyHint')}
          checked={form.only}
          onChange={(event) => onChange({ only: event.target.checked })}
        />
      )}
    </div>
  );
}
