import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { type FactorProof, useProof } from '@/components/factor/factor-form';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useViewer } from '@/lib/client/session/session';
import {
  ownWebhookEvents,
  type WebhookEvent,
  type WebhookItem,
  webhook,
  webhookEvents,
  webhookFormats,
} from '@/lib/contract/webhook';

type WebhookFormProps = {
  item?: WebhookItem;
  asks: readonly (keyof FactorProof)[];
  onSecret?: (secret: string) => void;
  onClose: () => void;
};

export function WebhookForm({ item, asks, onSecret, onClose }: WebhookFormProps) {
  const t = useTranslations('webhook');
  const words = useTranslations('token');
  const failureText = useFailureText();
  const eventsErrorId = useId();
  const isAdmin = useViewer()?.admin ?? false;
  const offered: readonly WebhookEvent[] = isAdmin ? webhookEvents : ownWebhookEvents;
  const [url, setUrl] = useState(item?.url ?? '');
  const [events, setEvents] = useState(offered.filter((name) => item?.events.includes(name)));
  const [format, setFormat] = useState(webhookFormats.find((name) => name === item?.format) ?? 'json');
  const [withLinks, setWithLinks] = useState(item?.withLinks ?? false);
  const [isChecked, setChecked] = useState(false);
  const reloads = [webhook.list];
  const create = useSend(webhook.create, { reloads });
  const change = useSend(webhook.change, { reloads });
  const { error, isPending } = item ? change : create;
  const isRefusedUrl = error instanceof CallError && error.code === 'webhook.address';
  const urlError = isRefusedUrl ? failureText(error) : isChecked && !isWebUrl(url) && t('urlWrong');
  const { proof, isUnproven, fields } = useProof(asked({ url: url.trim(), withLinks }, item, asks));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    focusFirstProblem(event.currentTarget);
    if (!isWebUrl(url) || events.length === 0 || isUnproven || isPending) return;
    const body = { url: url.trim(), events, format, withLinks, enabled: item?.enabled ?? true, ...proof };
    if (item) return change.mutate({ params: { id: item.id }, body }, { onSuccess: onClose });
    create.mutate(
      { body },
      {
        onSuccess: ({ secret }) => {
          if (secret !== null) onSecret?.(secret);
          onClose();
        },
      },
    );
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <Field label={t('url')} error={urlError}>
        <Input autoFocus tone="code" autoComplete="off" maxLength={2000} value={url} onValueChange={setUrl} />
      </Field>
      <fieldset aria-describedby={eventsErrorId}>
        <legend className="mb-1 text-sm font-medium">{t('events')}</legend>
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={t(`event.${name}`)}
            checked={events.includes(name)}
            onChange={({ target }) =>
              setEvents(offered.filter((one) => (one === name ? target.checked : events.includes(one))))
            }
          />
        ))}
        <span id={eventsErrorId} role="alert" className="text-xs text-danger">
          {isChecked && events.length === 0 && t('eventsMissing')}
        </span>
      </fieldset>
      <Field label={t('format')}>
        <Select
          options={webhookFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
          value={format}
          onValueChange={setFormat}
        />
      </Field>
      <Checkbox
        label={t('withLinks')}
        hint={t('withLinksHint')}
        checked={withLinks}
        onChange={({ target }) => setWithLinks(target.checked)}
      />
      {fields(isChecked)}
      {error && !isRefusedUrl && <Banner tone="error">{failureText(error)}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          {item ? t('save') : words('create')}
        </Button>
        <Button tone="ghost" onClick={onClose}>
          {words('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Nothing where nobody hears more than before; the server decides it in the same way. */
const asked = (
  { url, withLinks }: Pick<WebhookItem, 'url' | 'withLinks'>,
  before: WebhookItem | undefined,
  asks: readonly (keyof FactorProof)[],
) => (url !== before?.url || (withLinks && !before.withLinks) ? asks : []);

const isWebUrl = (text: string) => /^https?:\/\/[^\s/@]+(\/.*)?$/i.test(text.trim());
