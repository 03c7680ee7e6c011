import { call } from '@/lib/client/call/call';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import { share } from '@/lib/contract/share/share';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import { type CreateSettings, emptyForm, problemOf, propertiesOf, type ShareForm } from './share-form';

/** A share whose files are on their way while its form is still filled in. */
export type EarlyShare = {
  /** As the server has it; null after a reload, when nobody knows. */
  form: ShareForm | null;
  sealing: Sealing | null;
};

const someFile = { count: 1, totalBytes: 0 };

/** Leaves for later a form that isn't right yet, such as one whose password is still typed. */
export function startedWith(form: ShareForm, settings: CreateSettings): { form: ShareForm } {
  const plain = { ...form, isMailed: false };
  if (problemOf(plain, someFile, settings) === null) return { form: plain };
  const { name, isSealed } = form;
  return { form: { ...emptyForm(settings), password: form.password || null, name, isSealed } };
}

/** Saves what was changed since. @throws {CallError} */
export async function saveChanges(id: string, { form: before, sealing }: EarlyShare, form: ShareForm) {
  if (sealing) await sealing.setWords({ title: form.name.trim(), note: form.note });
  const [old, now] = [before && propertiesOf(before), propertiesOf(form)];
  for (const save of changesOf(old, now)) await save(id);
}

type Save = (id: string) => Promise<unknown>;

function changesOf(old: ShareProperties | null, now: ShareProperties): Save[] {
  const params = (id: string) => ({ params: { id } });
  const isNew = (...names: (keyof ShareProperties)[]) =>
    names.some((name) => old === null || old[name] !== now[name]);
  const { name, description, validity, until, maxViews, maxDownloads, link, password } = now;
  const saves: (Save | false)[] = [
    isNew('name') &&
      ((id) =>
        name
          ? call(share.setName, { ...params(id), body: { value: name } })
          : call(share.clearName, { ...params(id), query: {} })),
    isNew('description') &&
      ((id) => call(share.setDescription, { ...params(id), body: { value: description ?? '' } })),
    isNew('validity', 'until') &&
      ((id) =>
        until
          ? call(share.setUntil, { ...params(id), body: { value: until } })
          : call(share.setValidity, { ...params(id), body: { value: validity } })),
    isNew('maxViews') && ((id) => call(share.setMaxViews, { ...params(id), body: { value: maxViews } })),
    isNew('maxDownloads') &&
      ((id) =>
        maxDownloads
          ? call(share.setMaxDownloads, { ...params(id), body: { value: maxDownloads } })
          : call(share.clearMaxDownloads, params(id))),
    isNew('link') &&
      ((id) =>
        link
          ? call(share.setLink, { ...params(id), body: { value: link, mayBeGuessed: true } })
          : call(share.clearLink, { ...params(id), query: {} })),
    isNew('password') &&
      ((id) =>
        password
          ? call(share.setPassword, { ...params(id), body: { value: password } })
          : call(share.clearPassword, params(id))),
  ];
  return saves.filter((save) => save !== false);
}
