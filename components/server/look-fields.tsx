import { useTimeZone, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { shrinkPicture } from '@/lib/client/shrink-picture';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { isColor } from '@/lib/domain/look';
import type { PictureSetting, SettingName } from '@/lib/domain/server-settings';
import { instantOf, localTime } from '@/lib/domain/time/time-zone';
import { languages } from '@/lib/i18n/locales';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

type LookFieldProps = { form: SettingForm; name: SettingName };

const firstColor = '#0b6e4f';

export function ColorField({ form, name }: LookFieldProps) {
  const t = useTranslations('server');
  const text = form.textOf(name);
  const disabled = form.itemOf(name)?.isFixed ?? false;
  const color = text.toLowerCase();
  return (
    <span className="flex items-center gap-2">
      <input
        type="color"
        aria-label={t('colorPick')}
        disabled={disabled}
        value={isColor(color) ? color : firstColor}
        onChange={({ target }) => form.write(name, target.value)}
        className="h-9 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1 disabled:opacity-45 pointer-coarse:h-11"
      />
      <Input
        tone="code"
        name={name}
        disabled={disabled}
        placeholder={firstColor}
        value={text}
        onValueChange={(next) => form.write(name, next)}
      />
    </span>
  );
}

/** A time in the zone of the page, stored as an instant. */
export function TimeField({ form, name }: LookFieldProps) {
  const zone = useTimeZone() ?? 'UTC';
  const text = form.textOf(name);
  const ms = Date.parse(text);
  const write = (local: string) => {
    const instant = instantOf(local, zone);
    form.write(name, instant === null ? '' : new Date(instant).toISOString());
  };
  return (
    <Input
      type="datetime-local"
      name={name}
      disabled={form.itemOf(name)?.isFixed ?? false}
      value={Number.isNaN(ms) ? '' : localTime(ms, zone)}
      onValueChange={write}
    />
  );
}

export function LanguagesField({ form, name }: LookFieldProps) {
  const t = useTranslations('server');
  const notes = useNotes(form, name);
  const chosen = form
    .textOf(name)
    .split(/[\s,]+/)
    .filter(Boolean);
  const toggle = (code: string, isOn: boolean) => {
    const present = chosen.length === 0 ? languages.map((one) => one.code as string) : chosen;
    const next = languages.filter((one) => (one.code === code ? isOn : present.includes(one.code)));
    form.write(name, next.length === languages.length ? '' : next.map((one) => one.code).join(','));
  };
  return (
    <fieldset disabled={form.itemOf(name)?.isFixed ?? false}>
      <legend className="mb-1 text-sm font-medium">{t(`name.${name}`)}</legend>
      <div className="flex flex-wrap gap-x-6">
        {languages.map(({ code, label }) => (
          <Checkbox
            key={code}
            label={label}
            checked={chosen.length === 0 || chosen.includes(code)}
            onChange={({ target }) => toggle(code, target.checked)}
          />
        ))}
      </div>
      {notes && <p className="text-xs text-muted">{notes}</p>}
    </fieldset>
  );
}

/** Pixels on a high-density screen. */
const maxPixels = 640;
const maxBytes = 1024 * 1024;

const pictureLooks: Record<PictureSetting, string> = {
  LOGO_URL: 'h-14 w-auto max-w-64 self-start object-contain',
  LOGO_URL_DARK: 'h-14 w-auto max-w-64 self-start rounded-control bg-neutral-900 object-contain p-2',
  ICON_URL: 'size-8 self-start object-contain',
};

/** A picture is saved at once. The browser draws it, so that of an SVG only the picture leaves it. */
export function PictureField({ form, name }: { form: SettingForm; name: PictureSetting }) {
  const t = useTranslations('server');
  const failureText = useFailureText();
  const notes = useNotes(form, name);
  const input = useRef<HTMLInputElement>(null);
  const [flaw, setFlaw] = useState<'logoTooLarge' | 'logoWrong'>();
  const send = useSend(serverSettings.changeLogo, { reloads: [serverSettings.list] });
  const { value = null, version = 0, isFixed = false } = form.itemOf(name) ?? {};
  const save = (picture: string | null) =>
    send.mutate({ body: { name, picture, version } }, { onSuccess: form.refresh });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const picture = file.size > maxBytes ? null : await shrinkPicture(file, maxPixels);
    setFlaw(picture === null ? (file.size > maxBytes ? 'logoTooLarge' : 'logoWrong') : undefined);
    if (picture !== null) save(picture);
  };
  return (
    <fieldset className="flex flex-col gap-1.5" disabled={isFixed}>
      <legend className="mb-1.5 text-sm font-medium">{t(`name.${name}`)}</legend>
      {value && (
        // biome-ignore lint/performance/noImgElement: the operator's picture is shown as it is
        <img src={value} alt="" className={pictureLooks[name]} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          pending={send.isPending}
          disabled={isFixed}
          onClick={() => input.current?.click()}
        >
          {t('logoChoose')}
        </Button>
        {value && !isFixed && (
          <Button tone="ghost" onClick={() => save(null)}>
            {t('remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/png,image/webp,image/svg+xml,image/jpeg"
          hidden
          aria-label={t(`name.${name}`)}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <p className="text-xs text-muted">{notes ?? t('logoHint')}</p>
      {(flaw || send.error) && <Banner tone="error">{flaw ? t(flaw) : failureText(send.error)}</Banner>}
    </fieldset>
  );
}
