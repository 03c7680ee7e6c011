import { useTranslations } from 'next-intl';
import type { AccountDetail } from '@/lib/contract/account';
import { exactBytes } from '@/lib/domain/units';

export function useAccountTexts() {
  const t = useTranslations('account.form');
  const labels: Record<string, string> = {
    email: t('email'),
    state: t('state'),
    admin: t('admin'),
    maxBytes: t('maxSize'),
    maxFiles: t('maxFiles'),
  };
  return {
    labelOf: (field: string) => labels[field] ?? field,
    textOf: (field: string, value: unknown): string => {
      if (typeof value === 'boolean') return value ? '✓' : '–';
      if (field === 'state') return t(`states.${value as AccountDetail['state']}`);
      return field === 'maxBytes' && typeof value === 'number' ? exactBytes(value) : String(value ?? '');
    },
  };
}
