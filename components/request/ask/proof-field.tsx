import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/form/checkbox';
import { useAppConfig } from '@/lib/client/app-config';

type ProofFieldProps = { isWanted: boolean; onChange: (isWanted: boolean) => void };

/** Codes go by e-mail. */
export function ProofField({ isWanted, onChange }: ProofFieldProps) {
  const t = useTranslations('request.form');
  if (!useAppConfig().mailEnabled) return null;
  return (
    <Checkbox
      label={t('proof')}
      hint={t('proofHint')}
      checked={isWanted}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
