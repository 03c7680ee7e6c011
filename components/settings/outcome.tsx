import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type OutcomeProps = {
  sent: { error: Error | null; data: { message: string } | undefined; submittedAt: number };
};

export function Outcome({ sent: { error, data, submittedAt } }: OutcomeProps) {
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
