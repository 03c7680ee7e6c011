import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type WebhookAttemptItem, webhook, webhookEvents } from '@/lib/contract/webhook';
import { dateTimeFormat } from '@/lib/domain/time/moment';

const failures = ['address', 'timeout', 'connection', 'certificate', 'secret'] as const;
const everyMs = 2_000;

/** Stays up to date while it is open, because events are sent a moment later. */
export function Attempts({ id, isOn }: { id: string; isOn: boolean }) {
  const t = useTranslations('webhook');
  const failureText = useFailureText();
  const params = { id };
  const { data, error } = useCall(webhook.attempts, { params }, { everyMs });
  useCall(webhook.list, {}, { everyMs });
  const test = useSend(webhook.test, { reloads: [webhook.list] });
  const again = useSend(webhook.again, { reloads: [webhook.list] });
  const failure = error ?? test.error ?? again.error;
  return (
    <div className="flex flex-col items-start gap-3">
      {isOn && (
        <Button tone="quiet" pending={test.isPending} onClick={() => test.mutate({ params })}>
          {t('sendTest')}
        </Button>
      )}
      {failure && <Banner tone="error">{failureText(failure)}</Banner>}
      {!data && !error && <SkeletonRows rows={1} label={t('attempts')} />}
      {data?.items.length === 0 && <p className="text-sm text-muted">{t('noAttempts')}</p>}
      <ul aria-label={t('attempts')} className="w-full divide-y divide-line">
        {data?.items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <AttemptText item={item} />
            {isOn && (
              <Button
                tone="ghost"
                onClick={() => again.mutate({ params, body: { delivery: item.delivery } })}
              >
                {t('sendAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function AttemptText({ item: { event, at, status, failure } }: { item: WebhookAttemptItem }) {
  const t = useTranslations('webhook');
  const format = useFormatter();
  const known = webhookEvents.find((name) => name === event);
  const reason = failures.find((name) => name === failure);
  const outcome = reason ? t(`failure.${reason}`) : t('answered', { status: String(status) });
  return (
    <span className="min-w-0 flex-1">
      {known ? t(`event.${known}`) : t('test')}
      <span className={`block text-xs tabular-nums ${failure === null ? 'text-muted' : 'text-danger'}`}>
        {format.dateTime(at, dateTimeFormat('medium', 'medium'))} · {outcome}
      </span>
    </span>
  );
}
