import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { InboxLogo } from '@/components/inbox/inbox-branding';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { shrinkPicture } from '@/lib/client/shrink-picture';
import { isColor } from '@/lib/domain/look';
import { languages } from '@/lib/i18n/locales';
import type { FormFieldsProps } from './form-draft';

/** Pixels of a logo on a high-density screen. */
const maxPixels = 320;

/** Preset of the colour picker. */
const firstColor = '#0b6e4f';

export function AppearanceFields({ draft, flawAt, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  const { language, color } = draft;
  const options = [
    { value: '', label: t('anyLanguage') },
    ...languages.map(({ locale, label }) => ({ value: locale as string, label })),
  ];
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('language')} hint={t('languageHint')}>
          <Select
            options={options}
            value={language ?? ''}
            onValueChange={(tag) => onChange({ language: tag || null })}
          />
        </Field>
        <Field label={t('color')} hint={t('colorHint')} error={flawAt('color')}>
          <span className="flex items-center gap-2">
            <input
              type="color"
              aria-label={t('colorPick')}
              value={isColor(color.toLowerCase()) ? color : firstColor}
              onChange={({ target }) => onChange({ color: target.value })}
              className="h-9 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1 pointer-coarse:h-11"
            />
            <Input
              tone="code"
              placeholder={firstColor}
              value={color}
              onValueChange={(text) => onChange({ color: text })}
            />
          </span>
        </Field>
      </div>
      <LogoField draft={draft} flawAt={flawAt} onChange={onChange} />
    </>
  );
}

function LogoField({ draft: { logo }, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const picture = await shrinkPicture(file, maxPixels);
    setWrong(picture === null);
    if (picture !== null) onChange({ logo: picture });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('logo')}</legend>
      {logo !== null && <InboxLogo data={logo} />}
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={() => input.current?.click()}>
          {t(logo === null ? 'logoChoose' : 'logoReplace')}
        </Button>
        {logo !== null && (
          <Button
            tone="ghost"
            onClick={() => {
              setWrong(false);
              onChange({ logo: null });
            }}
          >
            {t('logoRemove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('logo')}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <p role="alert" className="text-xs text-danger empty:hidden">
        {isWrong && t('logoWrong')}
      </p>
    </fieldset>
  );
}
