'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePeriod } from '@/components/share/use-limits';
import { useToast } from '@/components/ui/dialog/toast';
import { cachedAnswer } from '@/lib/client/call/cached-answer';
import { callKey } from '@/lib/client/call/call-key';
import { useSend } from '@/lib/client/call/use-call';
import { type AliasChange, type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';
import type { AliasValues } from './alias-rules';

/** Creates an alias when `aliasId` is null, else saves it; then opens its page. */
export function useSaveAlias(aliasId: string | null) {
  const t = useTranslations('alias.form');
  const router = useRouter();
  const cache = useQueryClient();
  const toast = useToast();
  const create = useSend(alias.create, { reloads: [alias.search] });
  const modify = useSend(alias.modify, { reloads: [alias.search] });

  /** @param was values as loaded. Returns the saved alias, or undefined when the page changes. */
  async function save(body: AliasChange, was: Record<string, unknown>): Promise<AliasDetail | undefined> {
    if (aliasId === null) {
      const { id } = await create.mutateAsync({ body });
      router.push(paths.alias(id));
      return;
    }
    const { id } = await modify.mutateAsync({ params: { id: aliasId }, body: { ...body, was } });
    toast(t('saved'));
    // Fetching by the old ID would fail.
    if (id !== aliasId) {
      router.replace(paths.alias(id));
      return;
    }
    await cache.invalidateQueries({ queryKey: callKey(alias.get) });
    return cachedAnswer(cache, alias.get, { params: { id } });
  }

  return {
    save,
    isPending: create.isPending || modify.isPending || create.isSuccess,
    error: create.error ?? modify.error,
    forget: () => (aliasId === null ? create : modify).reset(),
  };
}

export function useAliasTexts(values: AliasValues, detail: AliasDetail | undefined) {
  const t = useTranslations('alias.form');
  const members = useTranslations('alias.members');
  const periodOf = usePeriod();
  const people = [...values.members, ...(detail?.members.items ?? [])];
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
