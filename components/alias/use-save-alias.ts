'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useToast } from '@/components/ui/dialog/toast';
import { callKey } from '@/lib/client/call/call-key';
import { useSend } from '@/lib/client/call/use-call';
import { type AliasChange, alias } from '@/lib/contract/alias/alias';
import { paths } from '@/lib/paths';

/** Saves an alias, `null` meaning a new one, and goes to its page. */
export function useSaveAlias(aliasId: string | null) {
  const t = useTranslations('alias.form');
  const router = useRouter();
  const cache = useQueryClient();
  const say = useToast();
  const create = useSend(alias.create, { reloads: [alias.search] });
  const modify = useSend(alias.modify, { reloads: [alias.search] });

  function save(body: AliasChange): void {
    if (aliasId === null) {
      create.mutate({ body }, { onSuccess: ({ id }) => router.push(paths.alias(id)) });
      return;
    }
    const onSuccess = ({ id }: { id: string }) => {
      say(t('saved'));
      // Under its old id nothing is left to be asked for.
      if (id !== aliasId) router.replace(paths.alias(id));
      else void cache.invalidateQueries({ queryKey: callKey(alias.get) });
    };
    modify.mutate({ params: { id: aliasId }, body }, { onSuccess });
  }

  return {
    save,
    isPending: create.isPending || modify.isPending || create.isSuccess,
    error: create.error ?? modify.error,
    forget: () => (aliasId === null ? create : modify).reset(),
  };
}
