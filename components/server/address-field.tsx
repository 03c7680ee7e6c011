import { CircleCheckIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

/** Offers the address of this page, which is known to lead here. */
export function AddressField({ form }: { form: SettingForm }) {
  const t = useTranslations('server');
  const notes = useNotes(form, 'BASE_URL');
  const here = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );
  const { isFixed = false, fallback = '' } = form.itemOf('BASE_URL') ?? {};
  const text = form.textOf('BASE_URL');
  const isHere = here !== '' && (text || fallback) === here;
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field label={t('name.BASE_URL')} hint={notes ?? t('tried')}>
          <Input
            type="url"
            name="BASE_URL"
            disabled={isFixed}
            placeholder={fallback || 'https://files.example.org'}
            value={text}
            onValueChange={(next) => form.write('BASE_URL', next)}
          />
        </Field>
      </div>
      {isHere && (
        <p className="flex min-h-9 items-center gap-2 text-sm text-muted">
          <CircleCheckIcon aria-hidden className="size-4 shrink-0 text-live" />
          {t('here')}
        </p>
      )}
      {!isFixed && !isHere && (
        // Its place is kept, so that nothing moves once the browser has said where it is.
        <span className={here === '' ? 'invisible' : undefined}>
          <Button tone="ghost" onClick={() => form.write('BASE_URL', here)}>
            {t('use', { origin: here })}
          </Button>
        </span>
      )}
    </div>
  );
}

const never = () => () => undefined;
