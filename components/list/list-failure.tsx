import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type ListFailureProps = { error: Error | null; onRetry: () => void };

export function ListFailure({ error, onRetry }: ListFailureProps) {
  const t = useTranslations('list');
  const failureText = useFailureText();
  if (!error) return null;
  const again = (
    <Button tone="quiet" onClick={() => onRetry()}>
      {t('again')}
    </Button>
  );
  return (
    <div className="mb-6">
      <Banner tone="error" action={again}>
        {failureText(error)}
      </Banner>
    </div>
  );
}
