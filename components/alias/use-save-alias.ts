'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/dialog/toast';
import { cachedAnswer } from '@/lib/client/call/cached-answer';
import { callKey } from '@/lib/client/call/call-key';
import { useSend } from '@/lib/client/call/use-call';
import { type AliasChange, type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';

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
