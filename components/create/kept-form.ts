import { allowedValidities } from '@/lib/domain/time/validity';
import type { CreateSettings, ShareForm } from './share-form';

const storageKey = 'slipway-new-share';

type Kept = Pick<
  ShareForm,
  'note' | 'name' | 'views' | 'validityMs' | 'until' | 'hasAnyViews' | 'downloads' | 'words'
> & { doorKey: string };

/** Another version of this page may have kept it. */
const isKept = (kept: Partial<Kept> | null): kept is Kept =>
  typeof kept?.validityMs === 'number' &&
  typeof kept.hasAnyViews === 'boolean' &&
  [kept.doorKey, kept.note, kept.name, kept.views, kept.downloads, kept.words].every(
    (text) => typeof text === 'string',
  );

/** Keeps what was typed over a reload, in this tab only and never the password; null forgets it. */
export function keepForm({ access }: CreateSettings, form: ShareForm | null): void {
  try {
    if (form)
      sessionStorage.setItem(storageKey, JSON.stringify({ doorKey: access.key, ...form, password: null }));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // A browser that keeps nothing is no reason to disturb the typing.
  }
}

export function keptForm({ access, maxValidity }: CreateSettings): Partial<ShareForm> {
  try {
    const kept: Partial<Kept> | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (!isKept(kept) || kept.doorKey !== access.key) return {};
    const { note, name, views, hasAnyViews, downloads, words, validityMs, until } = kept;
    const typed = { note, name, views, hasAnyViews, downloads, words };
    const isAllowed = allowedValidities(maxValidity).some(({ ms }) => ms === validityMs);
    const isAhead = typeof until === 'number' && until > Date.now();
    return { ...typed, ...(isAllowed && { validityMs }), ...(isAhead && { until }) };
  } catch {
    return {};
  }
}
