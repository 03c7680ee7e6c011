'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { SenderFace, SenderHead } from '@/components/sender/sender-head';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useViewer } from '@/lib/client/session/session';
import { shrinkPicture } from '@/lib/client/shrink-picture';
import { type Profile, profile } from '@/lib/contract/account/profile';
import { buttonColors, isColor, readableAccents } from '@/lib/domain/look';
import { Outcome, SettingsSection } from './settings-section';

export function ProfileSection() {
  const t = useTranslations('settings.profile');
  const { data } = useCall(profile.get, {});
  return (
    <SettingsSection title={t('title')} lead={t('lead')}>
      {data && <ProfileForm stored={data} />}
    </SettingsSection>
  );
}

function ProfileForm({ stored }: { stored: Profile }) {
  const t = useTranslations('settings.profile');
  const login = useViewer()?.login ?? '';
  const [name, setName] = useState(stored.name ?? '');
  const [line, setLine] = useState(stored.line ?? '');
  const [color, setColor] = useState(stored.color);
  const save = useSend(profile.save, { reloads: [profile.get] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { name: name.trim() || null, line: line.trim() || null, color } });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Outcome sent={save} />
      <Field label={t('name')} hint={t('nameHint', { login })}>
        <Input name="displayName" autoComplete="name" maxLength={255} value={name} onValueChange={setName} />
      </Field>
      <Field label={t('line')} hint={t('lineHint')}>
        <Input name="senderLine" maxLength={255} value={line} onValueChange={setLine} />
      </Field>
      <PictureField stored={stored} name={name} />
      <ColorField value={color} onValueChange={setColor} />
      <Preview {...{ name, line, color, login }} picture={stored.picture} />
      <div className="flex">
        <Button type="submit" tone="quiet" pending={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Pixels of a side: twice what is kept. */
const maxPixels = 512;
const readable = ['image/png', 'image/jpeg', 'image/webp'];

/** Saves at once, as a switch does. */
function PictureField({ stored, name }: { stored: Profile; name: string }) {
  const t = useTranslations('settings.profile');
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const save = useSend(profile.save, { reloads: [profile.get] });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const picture = readable.includes(file.type) ? await shrinkPicture(file, maxPixels) : null;
    setWrong(picture === null);
    save.reset();
    if (picture !== null) save.mutate({ body: { picture } });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{t('picture')}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <SenderFace name={name.trim() || '?'} picture={stored.picture} />
        <Button tone="quiet" pending={save.isPending} onClick={() => input.current?.click()}>
          {t(stored.picture === null ? 'choose' : 'replace')}
        </Button>
        {stored.picture !== null && (
          <Button tone="ghost" onClick={() => save.mutate({ body: { picture: null } })}>
            {t('remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={readable.join()}
          hidden
          aria-label={t('picture')}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <p className="text-xs text-muted">{t('pictureHint')}</p>
      <p role="alert" className="text-xs text-danger empty:hidden">
        {isWrong && t('wrong')}
      </p>
      {save.error && <Outcome sent={save} />}
    </fieldset>
  );
}

/** Shown by the picker until a colour is chosen. */
const firstColor = '#0b6e4f';

type ColorFieldProps = { value: string | null; onValueChange: (color: string | null) => void };

function ColorField({ value, onValueChange }: ColorFieldProps) {
  const t = useTranslations('settings.profile');
  return (
    <Field label={t('color')} hint={t('colorHint')}>
      <span className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t('pick')}
          value={value ?? firstColor}
          onChange={({ target }) => onValueChange(target.value)}
          className="h-9 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1 pointer-coarse:h-11"
        />
        <Input
          tone="code"
          placeholder={firstColor}
          value={value ?? ''}
          onValueChange={(text) => onValueChange(text.trim().toLowerCase() || null)}
        />
      </span>
    </Field>
  );
}

type VisitorViewProps = {
  name: string;
  line: string;
  color: string | null;
  picture: string | null;
  login: string;
};

function Preview({ name, line, color, picture, login }: VisitorViewProps) {
  const t = useTranslations('settings.profile');
  const tOpen = useTranslations('open');
  const shown = name.trim();
  const look = color !== null && isColor(color) && shown ? readableAccents(color) : null;
  const label = tOpen('from', { name: shown || login });
  return (
    <figure className="rounded-card bg-sunken p-4">
      <figcaption className="mb-3 text-xs text-muted">{t('preview')}</figcaption>
      {shown ? (
        <div style={look ? (buttonColors(look.light) as React.CSSProperties) : undefined}>
          <SenderHead sender={{ name: shown, line: line.trim() || null, picture }} label={label} />
        </div>
      ) : (
        <p className="text-sm font-medium">{label}</p>
      )}
    </figure>
  );
}
