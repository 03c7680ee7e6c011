import { useTranslations } from 'next-intl';
import { usePeriod } from '@/components/share/use-limits';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import type { AliasValues } from '../alias-rules';

/** Names and values of the alias' own fields, for comparing two versions. */
export function useAliasTexts(values: AliasValues, detail: AliasDetail) {
  const t = useTranslations('alias.form');
  const members = useTranslations('alias.members');
  const periodOf = usePeriod();
  const people = [...values.members, ...detail.members.items];
  const loginOf = (id: unknown) => people.find((person) => person.id === id)?.login ?? String(id);
  const labels: Record<string, string> = {
    name: t('name'),
    enabled: t('enabled'),
    validity: t('validity'),
    members: members('label'),
  };
  return {
    labelOf: (field: string) => labels[field] ?? field,
    textOf: (_field: string, value: unknown): string => {
      if (typeof value === 'boolean') return value ? '✓' : '–';
      if (typeof value === 'number') return periodOf(value);
      return Array.isArray(value) ? value.map(loginOf).join(', ') : String(value ?? '');
    },
  };
}
