import { parseDuration } from '@/lib/domain/units';
import { askPassword } from '../ask-password';
import { Failure } from '../failure';

export type ShareOptions = {
  name?: string;
  note?: string;
  expires?: string;
  views?: string;
  password?: boolean;
};

export function parseDurationOption(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms < 1000) throw new Failure(`“${text}” is not a duration. Try 8h or 14 days.`, 'usage');
  return ms;
}

export async function shareProperties(
  { name, note, expires, views, password }: ShareOptions,
  defaults: { validity: number },
) {
  const maxViews = views === undefined ? 30 : Number(views);
  if (!Number.isSafeInteger(maxViews) || maxViews < 1)
    throw new Failure(`“${views}” is not a number of views.`, 'usage');
  return {
    name: name ?? null,
    description: note ?? null,
    validity: expires === undefined ? defaults.validity : parseDurationOption(expires),
    maxViews,
    password: password ? await askPassword('Password for the share:') : null,
  };
}
