import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { Checkbox } from '@/components/ui/form/checkbox';
import { keptKeys, useShareKey } from '@/lib/client/sealed/share-keys';
import { keptKeysQuery, useKeptKeys } from '@/lib/client/sealed/use-kept-keys';

/** @param title which lists show while the key is kept */
export function KeepKey({ id, title }: { id: string; title: string }) {
  const t = useTranslations('sealed');
  const key = useShareKey(id);
  const cache = useQueryClient();
  const kept = useKeptKeys().get(id);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (keeps: boolean) => {
    setWanted(keeps);
    await (keeps && key ? keptKeys.put(id, key, title) : keptKeys.delete(id));
    await cache.invalidateQueries({ queryKey: keptKeysQuery });
    setWanted(null);
    setFailed(keeps && !(await keptKeys.get(id)));
  };
  const [hasFailed, setFailed] = useState(false);
  const isStale = kept !== undefined && kept.title !== title;
  const renew = useEffectEvent(() => void change(true));
  useEffect(() => {
    if (isStale) renew();
  }, [isStale]);
  return (
    <div className="mb-6">
      <Checkbox
        label={t('keep')}
        hint={t(hasFailed ? 'keepFailed' : 'keepHint')}
        checked={wanted ?? kept !== undefined}
        onChange={(event) => void change(event.target.checked)}
      />
    </div>
  );
}
