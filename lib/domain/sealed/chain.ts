/** The place of a manifest among those of its share, by which readers notice an older one. */
export type ManifestChain = {
  /** 0 in those of older programs. */
  revision: number;
  /** Hashes of the revisions before, the newest first. Empty where the writer couldn't read them. */
  history: readonly string[];
  /** Salts of files that were named before. What has them is no file of the share any more. */
  removed: readonly string[];
};

export const chainStart: ManifestChain = { revision: 0, history: [], removed: [] };

const maxHistory = 32;
const maxRemoved = 500;

type ChainedManifest = ManifestChain & { files: { salt: string }[] };

type LastManifest = {
  manifest: ChainedManifest;
  /** Of the manifest as it was sealed; null where the writer can't read it. */
  hash: string | null;
  /** As the server names it. */
  revision: number;
};

/** Chains a changed manifest to the one that it replaces. */
export function chainTo<Changed extends ChainedManifest>(
  { manifest: last, hash, revision }: LastManifest,
  changed: Changed,
): Changed {
  const named = new Set(changed.files.map(({ salt }) => salt));
  const isGone = (salt: string) => !named.has(salt);
  const dropped = last.files.map(({ salt }) => salt).filter(isGone);
  return {
    ...changed,
    revision: Math.max(last.revision, revision) + 1,
    history: hash === null ? [] : [hash, ...last.history].slice(0, maxHistory),
    removed: [...dropped, ...last.removed.filter(isGone)].slice(0, maxRemoved),
  };
}

export type SeenManifest = { revision: number; hash: string };

/** True for a state before the one that was seen, or beside it. */
export function isOlder(seen: SeenManifest, now: SeenManifest & Pick<ManifestChain, 'history'>): boolean {
  if (now.revision !== seen.revision) {
    const kept = now.history[now.revision - 1 - seen.revision];
    return now.revision < seen.revision || (kept !== undefined && kept !== seen.hash);
  }
  return now.revision > 0 && now.hash !== seen.hash;
}

export const isRemoved = ({ removed }: ManifestChain, salt: string): boolean => removed.includes(salt);

const isHex = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);
const hexTexts = (value: unknown, max: number): string[] =>
  Array.isArray(value) ? value.filter(isHex).slice(0, max) : [];

/** Whoever has the key may have written anything. */
export const readChain = ({ revision, history, removed }: Record<string, unknown>): ManifestChain => ({
  revision: Number.isSafeInteger(revision) && Number(revision) > 0 ? Number(revision) : 0,
  history: hexTexts(history, maxHistory),
  removed: hexTexts(removed, maxRemoved),
});
