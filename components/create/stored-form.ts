import { allowedValidities } from '@/lib/domain/time/validity';
import type { CreateSettings, ShareForm } from './share-form';

const storageKey = 'slipway-new-share';

type StoredForm = Pick<
  ShareForm,
  | 'isMailed'
  | 'to'
  | 'note'
  | 'name'
  | 'views'
  | 'validityMs'
  | 'until'
  | 'hasAnyViews'
  | 'downloads'
  | 'words'
  | 'isSealed'
> & { doorKey: string };

const isStoredForm = (stored: Partial<StoredForm> | null): stored is StoredForm =>
  typeof stored?.validityMs === 'number' &&
  typeof stored.hasAnyViews === 'boolean' &&
  typeof stored.isMailed === 'boolean' &&
  ['doorKey', 'to', 'note', 'name', 'views', 'downloads', 'words'].every(
    (name) => typeof stored[name as keyof StoredForm] === 'string',
  );

/** Stores the form over a reload, in this tab only and never its password. Null removes it. */
export function storeForm(
  { access }: CreateSettings,
  form: ShareForm | null,
  startedId: string | null = null,
): void {
  try {
    if (form)
      sessionStorage.setItem(
        storageKey,
        JSON.stringify({ doorKey: access.key, startedId, ...form, password: null }),
      );
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Typing must go on when the browser has no storage.
  }
}

/** Of the share whose files were on their way when the form was stored. */
export function loadStartedId({ access }: CreateSettings): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return stored?.doorKey === access.key ? (stored.startedId ?? null) : null;
  } catch {
    return null;
  }
}

export function loadStoredForm({ access, maxValidity, mailEnabled }: CreateSettings): Partial<ShareForm> {
  try {
    const stored: Partial<StoredForm> | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (!isStoredForm(stored) || stored.doorKey !== access.key) return {};
    const { to, note, name, views, hasAnyViews, downloads, words, validityMs, until } = stored;
    const isMailed = stored.isMailed && mailEnabled;
    const isSealed = stored.isSealed === true;
    const typed = { isMailed, to, note, name, views, hasAnyViews, downloads, words, isSealed };
    const isAllowed = allowedValidities(maxValidity).some(({ ms }) => ms === validityMs);
    const isAhead = typeof until === 'number' && until > Date.now();
    return { ...typed, ...(isAllowed && { validityMs }), ...(isAhead && { until }) };
  } catch {
    return {};
  }
}
