import { parseDuration } from '@/lib/domain/units';
import { askPassword } from '../ask-password';
import { Failure } from '../failure';

/** What a share is to be like, as the command line says it. */
export type TermWords = {
  name?: string;
  note?: string;
  expires?: string;
  views?: string;
  password?: boolean;
};

export function durationOf(words: string): number {
  const ms = parseDuration(words);
  if (ms === null || ms < 1000)
    throw new Failure(`“${words}” is not a duration. Try 8h or 14 days.`, 'usage');
  return ms;
}

export async function propertiesOf(
  { name, note, expires, views, password }: TermWords,
  defaults: { validity: number },
) {
  const maxViews = views === undefined ? 30 : Number(views);
  if (!Number.isSafeInteger(maxViews) || maxViews < 1)
    throw new Failure(`“${views}” is not a number of views.`, 'usage');
  return {
    name: name ?? null,
    description: note ?? null,
    validity: expires === undefined ? defaults.validity : durationOf(expires),
    maxViews,
    password: password ? await askPassword('Password for the share:') : null,
  };
}
