import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { FocusSection } from '@/components/settings/focus-section';
import { FieldContext } from '@/components/ui/form/field';
import { Switch } from '@/components/ui/form/switch';
import { rowsLook, tableLook } from '@/components/ui/table';
import { type SettingName, settingGroups } from '@/lib/domain/server-settings';
import { Control } from './setting-field';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

/** Each limit as it is beside its default. */
export function LimitsTable({ form }: { form: SettingForm }) {
  const t = useTranslations('server');
  return (
    <FocusSection id="limits" aria-label={t('group.limits.title')} className="pb-8">
      <table className={tableLook}>
        <thead className="text-left text-xs text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="py-2 pl-2 font-normal">
              {t('limit.name')}
            </th>
            <th scope="col" className="w-36 py-2 pr-2 pl-5 sm:w-52 font-normal">
              {t('limit.now')}
            </th>
            <th scope="col" className="w-36 py-2 pr-2 pl-5 font-normal max-sm:hidden">
              {t('limit.default')}
            </th>
          </tr>
        </thead>
        <tbody className={rowsLook}>
          {settingGroups.limits.map((name) => (
            <LimitRow key={name} form={form} name={name} />
          ))}
        </tbody>
      </table>
    </FocusSection>
  );
}

function LimitRow({ form, name }: { form: SettingForm; name: SettingName }) {
  const t = useTranslations('server');
  const id = useId();
  const notes = useNotes(form, name);
  const { control, fallback = '', isFixed = false } = form.itemOf(name) ?? {};
  const isFlag = control === 'flag';
  const normal = isFlag ? t(fallback === 'true' ? 'limit.on' : 'limit.off') : fallback || '–';
  const label = t(`name.${name}`);
  return (
    <tr>
      <th scope="row" className="py-2.5 pl-2 text-left text-sm font-normal wrap-anywhere">
        {isFlag ? <span className="font-medium">{label}</span> : <Label {...{ id, label }} />}
        <span className="mt-0.5 block text-xs text-muted sm:hidden">
          {t('limit.default')}: {normal}
        </span>
        {notes && (
          <span id={`${id}notes`} className="mt-0.5 block text-xs text-muted">
            {notes}
          </span>
        )}
      </th>
      <td className="py-2.5 pr-2 pl-5">
        {isFlag ? (
          <Switch
            name={name}
            disabled={isFixed}
            label={<span className="sr-only">{label}</span>}
            aria-describedby={notes && `${id}notes`}
            checked={(form.textOf(name) || fallback) === 'true'}
            onChange={({ target }) => form.write(name, String(target.checked))}
          />
        ) : (
          <FieldContext value={{ id, 'aria-describedby': notes && `${id}notes` }}>
            <Control form={form} name={name} />
          </FieldContext>
        )}
      </td>
      <td className="py-2.5 pr-2 pl-5 text-sm text-muted tabular-nums max-sm:hidden">{normal}</td>
    </tr>
  );
}

const Label = ({ id, label }: { id: string; label: string }) => (
  <label htmlFor={id} className="font-medium">
    {label}
  </label>
);
