import { useQuery } from '@tanstack/react-query';
import { type KeptKey, keptKeys } from './share-keys';

export const keptKeysQuery = ['kept keys'] as const;

const none: ReadonlyMap<string, KeptKey> = new Map();

/** The keys in this browser, by share. */
export function useKeptKeys(): ReadonlyMap<string, KeptKey> {
  const { data } = useQuery({
    queryKey: keptKeysQuery,
    queryFn: async () => new Map((await keptKeys.all())?.map((kept) => [kept.shareId, kept])),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return data ?? none;
}
