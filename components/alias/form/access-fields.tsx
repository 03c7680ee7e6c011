import { ImagesIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { PasswordField } from '@/components/ui/form/password-field';
import { Segmented } from '@/components/ui/form/segmented';
import { paths } from '@/lib/paths';
import { albumModes, type InboxFieldsProps } from './inbox-values';

type InboxPasswordProps = InboxFieldsProps & { isSet: boolean; error: string | undefined };

export function InboxPassword({ values, isSet, error, onChange }: InboxPasswordProps) {
  const t = useTranslations('alias.password');
  const { password, dropsPassword } = values;
  return (
    <div className="flex flex-col gap-2">
      <Field label={t(isSet ? 'new' : 'label')} hint={t(isSet ? 'on' : 'off')} error={error}>
        <PasswordField
          value={password}
          onValueChange={(text) => onChange({ password: text, dropsPassword: false })}
          autoComplete="new-password"
          showLabel={t('show')}
        />
      </Field>
      {isSet && (
        <Checkbox
          label={t('remove')}
          checked={dropsPassword}
          onChange={({ target }) => onChange({ password: '', dropsPassword: target.checked })}
        />
      )}
    </div>
  );
}

/** @param shareId the saved album */
export function AlbumField({
  values: { album },
  shareId,
  onChange,
}: InboxFieldsProps & { shareId: string | undefined }) {
  const t = useTranslations('alias.album');
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden className="text-sm font-medium">
        {t('title')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('title')}
          value={album}
          onValueChange={(mode) => onChange({ album: mode })}
          options={albumModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        {shareId && (
          <ButtonLink tone="ghost" href={paths.share(shareId)}>
            <ImagesIcon aria-hidden />
            {t('open')}
          </ButtonLink>
        )}
      </div>
      <p className="text-xs text-muted">{t(`hint.${album}`)}</p>
    </div>
  );
}
