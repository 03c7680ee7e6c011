import { askPassword } from '../ask-password';
import { Failure } from '../failure';
import { parseExpires } from '../times';

export type ShareOptions = {
  name?: string;
  note?: string;
  expires?: string;
  views?: string;
  password?: boolean;
};

export async function shareProperties(
  { name, note, expires, views, password }: ShareOptions,
  defaults: { validity: number; views: number },
) {
  const maxViews = views === undefined ? defaults.views : Number(views);
  if (!Number.isSafeInteger(maxViews) || maxViews < 1)
    throw new Failure(`“${views}” is not a number of views.`, 'usage');
  const end = expires === undefined ? { lastsMs: defaults.validity } : parseExpires(expires);
  return {
    name: name ?? null,
    description: note ?? null,
    ...('until' in end ? { validity: defaults.validity, until: end.until } : { validity: end.lastsMs }),
    maxViews,
    password: password ? await askPassword('Password for the share:') : null,
  };
}
