import type en from '@/messages/en.json';

type SuccessGroups = (typeof en)['says'];

/** Keys under `says` in messages/en.json, such as 'share.published'. */
export type SuccessKey = {
  [G in keyof SuccessGroups & string]: `${G}.${keyof SuccessGroups[G] & string}`;
}[keyof SuccessGroups & string];
