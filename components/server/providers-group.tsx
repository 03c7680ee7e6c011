import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Outcome } from '@/components/settings/settings-section';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { PasswordField } from '@/components/ui/form/password-field';
import { useAppConfig } from '@/lib/client/app-config';
import { useSend } from '@/lib/client/call/use-call';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { SettingGroup } from './setting-group';
import { useNotes } from './use-notes';
import type { SettingForm } from './use-setting-form';

/** Keys that have no field here stay as they are. */
type ProviderDraft = Record<string, unknown> & { id: string; name: string; clientId: string };

const noProvider: ProviderDraft = { id: '', name: '', issuer: '', clientId: '', clientSecret: '' };

const draftsIn = (text: string): ProviderDraft[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as ProviderDraft[]) : [];
  } catch {
    return [];
  }
};

export function ProvidersGroup({ form }: { form: SettingForm }) {
  return (
    <SettingGroup group="providers" form={form}>
      <Providers form={form} />
    </SettingGroup>
  );
}

function Providers({ form }: { form: SettingForm }) {
  const t = useTranslations('server');
  const notes = useNotes(form, 'OAUTH_PROVIDERS');
  const providers = draftsIn(form.textOf('OAUTH_PROVIDERS'));
  const isFixed = form.itemOf('OAUTH_PROVIDERS')?.isFixed ?? false;
  const write = (list: readonly ProviderDraft[]) =>
    form.write('OAUTH_PROVIDERS', list.length === 0 ? '' : JSON.stringify(list));
  return (
    <>
      {notes && <p className="text-xs text-muted">{notes}</p>}
      {providers.map((provider, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: what is typed may be anything for a while
          key={at}
          disabled={isFixed}
          className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4"
        >
          <legend className="px-1 text-sm font-medium">{provider.name || t('provider.new')}</legend>
          <ProviderFields
            provider={provider}
            onChange={(part) => write(providers.with(at, { ...provider, ...part }))}
          />
          {!isFixed && (
            <div className="flex flex-wrap gap-2">
              <TryButton form={form} id={provider.id} />
              <Button tone="ghost" onClick={() => write(providers.toSpliced(at, 1))}>
                {t('remove')}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {!isFixed && (
        <div>
          <Button tone="quiet" onClick={() => write([...providers, noProvider])}>
            {t('provider.add')}
          </Button>
        </div>
      )}
    </>
  );
}

const fields = ['name', 'id', 'issuer', 'clientId'] as const;

type ProviderFieldsProps = { provider: ProviderDraft; onChange: (part: Record<string, unknown>) => void };

function ProviderFields({ provider, onChange }: ProviderFieldsProps) {
  const t = useTranslations('server.provider');
  const more = useTranslations('server');
  const words = useTranslations('newPassword');
  const { baseUrl } = useAppConfig();
  const isNew = 'clientSecret' in provider;
  return (
    <>
      {fields.map(
        (name) =>
          name in provider && (
            <Field
              key={name}
              label={t(name)}
              hint={
                name === 'id' && (
                  <span className="wrap-anywhere">
                    {t('redirect', { url: `${baseUrl}/api/v2/open/auth/oauth/${provider.id || '…'}/resume` })}
                  </span>
                )
              }
            >
              <Input
                autoComplete="off"
                value={String(provider[name])}
                onValueChange={(text) => onChange({ [name]: text })}
              />
            </Field>
          ),
      )}
      <Field label={t('clientSecret')} hint={!isNew && more('kept')}>
        <PasswordField
          autoComplete="new-password"
          showLabel={words('showField', { field: t('clientSecret') })}
          value={String(provider.clientSecret ?? '')}
          onValueChange={(clientSecret) => onChange({ clientSecret })}
        />
      </Field>
      <Field label={t('groupsKey')} hint={t('groupsKeyHint')}>
        <Input
          autoComplete="off"
          value={String(provider.groupsKey ?? '')}
          onValueChange={(text) => onChange({ groupsKey: text || undefined })}
        />
      </Field>
      {groupLists.map((name) => (
        <GroupsField key={name} name={name} groups={provider[name]} onChange={onChange} />
      ))}
    </>
  );
}

const groupLists = ['allowedGroups', 'adminGroups'] as const;

type GroupsFieldProps = Pick<ProviderFieldsProps, 'onChange'> & {
  name: (typeof groupLists)[number];
  groups: unknown;
};

/** Names of groups contain commas. */
function GroupsField({ name, groups, onChange }: GroupsFieldProps) {
  const t = useTranslations('server.provider');
  const [text, setText] = useState(Array.isArray(groups) ? groups.join('; ') : '');
  const write = (next: string) => {
    const names = next.split(';').flatMap((one) => one.trim() || []);
    setText(next);
    onChange({ [name]: names.length > 0 ? names : undefined });
  };
  return (
    <Field label={t(name)} hint={t('groupsHint')}>
      <Input autoComplete="off" value={text} onValueChange={write} />
    </Field>
  );
}

/** Saves first, because the server asks with what is stored. */
function TryButton({ form, id }: { form: SettingForm; id: string }) {
  const t = useTranslations('server.provider');
  const send = useSend(serverSettings.tryProvider);
  const save = async () => {
    send.reset();
    await form.save();
    await send.mutateAsync({ body: { id } });
  };
  return (
    <>
      <Button tone="quiet" pending={send.isPending} onClick={() => void save().catch(() => undefined)}>
        {t('try')}
      </Button>
      <Outcome sent={send} />
    </>
  );
}
