import type en from '@/messages/en.json';

type Groups = (typeof en)['says'];

/** The keys under `says` in messages/en.json, such as 'share.published'. */
export type Says = { [G in keyof Groups & string]: `${G}.${keyof Groups[G] & string}` }[keyof Groups &
  string];
