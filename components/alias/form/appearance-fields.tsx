import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { InboxLogo } from '@/components/inbox/inbox-branding';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { formLimits } from '@/lib/domain/inbox/inbox-form';
import { isColor } from '@/lib/domain/look';
import { languages } from '@/lib/i18n/locales';
import type { FormFieldsProps } from './form-draft';

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
    const picture = await shrinkPicture(file);
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

/** Pixels of a logo on a high-density screen. */
const maxPixels = 320;

/** Returns the picture as base64 within `logoBytes`; null when the browser can't read it. Rasterizes SVG. */
async function shrinkPicture(file: File): Promise<string | null> {
  const picture = await loadPicture(file);
  if (!picture) return null;
  for (let limit = maxPixels; limit >= 40; limit /= 2) {
    const small = await drawScaled(picture, limit);
    if (small && small.size <= formLimits.logoBytes) return base64Of(small);
  }
  return null;
}

async function loadPicture(file: File): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** Encodes as WebP, or as PNG in browsers that write no WebP. */
function drawScaled(picture: HTMLImageElement, limit: number): Promise<Blob | null> {
  const width = picture.naturalWidth || limit; // an SVG may have no size of its own
  const height = picture.naturalHeight || limit;
  const scale = Math.min(1, limit / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
