'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { PeopleFields } from '@/components/share/people/people-fields';
import { Switch } from '@/components/ui/form/switch';
import { readRecipients } from '@/lib/domain/mail/recipients';
import type { ShareForm } from '../share-form';

type PeoplePartProps = {
  form: ShareForm;
  error: string | undefined;
  onChange: (part: Partial<ShareForm>) => void;
};

export function PeoplePart({ form, error, onChange }: PeoplePartProps) {
  const t = useTranslations('share.detail.people');
  const tErrors = useTranslations('create.more');
  const [isTyping, setTyping] = useState(false);
  const { wrong } = readRecipients([form.to]);
  const flaw = !isTyping && wrong.length > 0 && tErrors('toWrong', { list: wrong.slice(0, 5).join(', ') });
  const top = useRef<HTMLDivElement>(null);
  // The keyboard is still on the switch; a mouse has nothing to do there any more.
  useEffect(() => {
    if (document.activeElement?.matches('[type=radio]:not(:focus-visible)'))
      top.current?.querySelector('textarea')?.focus();
  }, []);
  return (
    <div ref={top} className="flex flex-col gap-5">
      <PeopleFields to={form.to} error={error ?? flaw} onTyping={setTyping} onTo={(to) => onChange({ to })} />
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
