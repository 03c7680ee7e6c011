import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type Sent = { error: Error | null; data: { message: string } | undefined; submittedAt: number };

/** What came of the last submit, where it was made; nothing before. */
export function Outcome({ sent: { error, data, submittedAt } }: { sent: Sent }) {
  const t = useTranslations('settings');
  const failureText = useFailureText();
  if (error) {
    return (
      <Banner key={submittedAt} tone="error">
        {t('submitFailed', { reason: failureText(error) })}
      </Banner>
    );
  }
  return (
    data && (
      <Banner key={submittedAt} tone="success">
        {data.message}
      </Banner>
    )
  );
}
