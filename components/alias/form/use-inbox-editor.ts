'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useToast } from '@/components/ui/dialog/toast';
import { useAppConfig } from '@/lib/client/app-config';
import { cachedAnswer } from '@/lib/client/call/cached-answer';
import { asCallError, type CallError } from '@/lib/client/call/call';
import { callKey } from '@/lib/client/call/call-key';
import { useSend } from '@/lib/client/call/use-call';
import { mergeTyped } from '@/lib/client/merge-typed';
import { album } from '@/lib/contract/alias/album';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { type AliasForm, aliasForm } from '@/lib/contract/alias/alias-form';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { changeOf, loadedValues, valuesOf } from '../alias-rules';
import { emptyForm, parseForm, loadedValues as wasOfForm } from './form-draft';
import { type InboxValues, inboxValues, isDifferent } from './inbox-values';

/** The values sent as `was`, by which the server detects a concurrent change. */
type InboxWas = Record<'alias' | 'form', Record<string, unknown>>;
/** `part`: the call that failed. */
export type SaveFailure = { part: 'alias' | 'form' | 'password' | 'other'; error: CallError };

type TypedValues = Partial<Omit<InboxValues, 'alias' | 'form'>> & {
  alias?: Partial<InboxValues['alias']>;
  form?: Partial<InboxValues['form']>;
};

type LoadedInbox = { values: InboxValues; was: InboxWas };

type InboxEditorInput = {
  detail: AliasDetail;
  form: AliasForm | null;
  onRefused: (failure: SaveFailure) => void;
};

/** Everything that an owner sets for an inbox, saved together. */
export function useInboxEditor({ detail, form, onRefused }: InboxEditorInput) {
  const t = useTranslations('alias.form');
  const zone = useTimeZone() ?? 'UTC';
  const config = useAppConfig();
  const toast = useToast();
  const read = (fresh: AliasDetail, freshForm: AliasForm | null): LoadedInbox => ({
    values: inboxValues({ alias: valuesOf(fresh, config), detail: fresh, form: freshForm, zone }),
    was: { alias: loadedValues(valuesOf(fresh, config)), form: wasOfForm(freshForm ?? emptyForm) },
  });
  const [loaded, setLoaded] = useState(() => read(detail, form));
  const [values, setValues] = useState(loaded.values);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const [isPending, setPending] = useState(false);
  const send = useSendInbox(detail.id, zone);

  /** @throws {CallError} which `failure` has, too */
  async function save(was: InboxWas = loaded.was): Promise<void> {
    setPending(true);
    const sending = { part: 'other' as SaveFailure['part'] };
    try {
      const fresh = await send({ values, loaded: loaded.values, was, hasForm: form !== null }, sending);
      toast(t('saved'));
      setFailure(null);
      if (!fresh) return setLoaded({ ...loaded, values });
      const next = read(fresh.detail, fresh.form);
      setValues((typed) => ({
        ...mergeTyped(typed, values, next.values),
        alias: mergeTyped(typed.alias, values.alias, next.values.alias),
        form: mergeTyped(typed.form, values.form, next.values.form),
      }));
      setLoaded(next);
    } catch (cause) {
      const error = asCallError(cause);
      setFailure({ ...sending, error });
      onRefused({ ...sending, error });
      throw error;
    } finally {
      setPending(false);
    }
  }

  return {
    values,
    zone,
    failure,
    isPending,
    isChanged: isDifferent(values, loaded.values),
    /** Several fields may change before the page is drawn again. */
    change: (part: TypedValues) => {
      setValues((now) => ({
        ...now,
        ...part,
        alias: { ...now.alias, ...part.alias },
        form: { ...now.form, ...part.form },
      }));
      setFailure(null);
    },
    discard: () => {
      setValues(loaded.values);
      setFailure(null);
    },
    save,
    overwrite: (now: Record<string, unknown>) => save(wasWith(now)),
    /** Continues editing, with `now` as the values loaded. */
    keep: (now: Record<string, unknown>) => {
      setLoaded({ ...loaded, was: wasWith(now) });
      setFailure(null);
    },
  };

  function wasWith(now: Record<string, unknown>): InboxWas {
    const { was } = loaded;
    return failure?.part === 'form'
      ? { ...was, form: { ...was.form, ...now } }
      : { ...was, alias: { ...was.alias, ...now } };
  }
}

type InboxChange = { values: InboxValues; loaded: InboxValues; was: InboxWas; hasForm: boolean };

/** Sends what has changed. An id goes last: the others are sent to the old one. */
function useSendInbox(id: string, zone: string) {
  const router = useRouter();
  const cache = useQueryClient();
  const { mutateAsync: saveForm } = useSend(aliasForm.save, { reloads: [aliasForm.get] });
  const { mutateAsync: removeForm } = useSend(aliasForm.remove, { reloads: [aliasForm.get] });
  const { mutateAsync: setPassword } = useSend(alias.setPassword, { reloads: [alias.get] });
  const { mutateAsync: clearPassword } = useSend(alias.clearPassword, { reloads: [alias.get] });
  const { mutateAsync: setTold } = useSend(alias.setTold, { reloads: [alias.get] });
  const { mutateAsync: setAlbum } = useSend(album.set, { reloads: [alias.get, share.search] });
  const { mutateAsync: modify } = useSend(alias.modify, { reloads: [alias.search] });
  const params = { id };

  async function sendForm({ values, was, hasForm }: InboxChange) {
    const form = parseForm(values.form, zone);
    const isBlank = !isDifferent(form, emptyForm);
    if (hasForm || !isBlank) await saveForm({ params, body: { ...form, was: was.form } });
    if (hasForm && isBlank) await removeForm({ params });
  }

  function stepsOf(change: InboxChange): [SaveFailure['part'], boolean, () => Promise<unknown>][] {
    const { values, loaded } = change;
    const { password, dropsPassword, told, album: mode } = values;
    return [
      ['form', isDifferent(values.form, loaded.form), () => sendForm(change)],
      ['password', dropsPassword, () => clearPassword({ params })],
      ['password', password !== '', () => setPassword({ params, body: { value: password } })],
      ['other', told !== loaded.told, () => setTold({ params, body: { value: told } })],
      ['other', mode !== loaded.album, () => setAlbum({ params, body: { mode } })],
    ];
  }

  /** @param sending gets the part that is being sent. Returns undefined when the page changes. */
  return async (change: InboxChange, sending: { part: SaveFailure['part'] }) => {
    const { values, loaded, was } = change;
    for (const [part, isNeeded, step] of stepsOf(change)) {
      sending.part = part;
      if (isNeeded) await step();
    }
    sending.part = 'alias';
    const body = { ...changeOf(values.alias), was: was.alias };
    const saved = isDifferent(values.alias, loaded.alias) ? await modify({ params, body }) : { id };
    sending.part = 'other';
    // Fetching by the old ID would fail.
    if (saved.id !== id) return void router.replace(paths.alias(saved.id), { scroll: false });
    await cache.invalidateQueries({ queryKey: callKey(alias.get) });
    const detail = cachedAnswer(cache, alias.get, { params });
    const answer = cachedAnswer(cache, aliasForm.get, { params });
    return detail && answer && { detail, form: answer.form };
  };
}
