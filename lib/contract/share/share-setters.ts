import * as z from 'zod';
import {
  Description,
  Ident,
  IdResult,
  LinkWords,
  MaxDownloads,
  MaxViews,
  Millis,
  Name,
  Result,
  SharePassword,
  Validity,
  WasText,
} from '@/lib/contract/fields';
import { MayBeGuessed } from '@/lib/contract/share/share-shapes';
import { endpoint } from '../http/endpoint';

const params = z.object({ id: Ident });

const setter = <const P extends string, V extends z.ZodType>(property: P, value: V, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/v2/sec/share/{id}/${property}`,
    access: 'user',
    summary,
    who: 'managers',
    params,
    body: z.object({ value }),
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  });

/** Detects concurrent changes of the text. */
const textSetter = <const P extends string, V extends z.ZodType>(property: P, value: V, summary: string) => ({
  ...setter(property, value, summary),
  body: z.object({ value, was: WasText }),
  errors: ['share.notFound', 'share.sealed', 'request.changed'] as const,
});

const clearer = <const P extends string>(property: P, summary: string) =>
  endpoint({
    method: 'DELETE',
    path: `/api/v2/sec/share/{id}/${property}`,
    access: 'user',
    summary,
    who: 'managers',
    params,
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  });

const textClearer = <const P extends string>(property: P, summary: string) => ({
  ...clearer(property, summary),
  query: z.object({ was: WasText }),
  errors: ['share.notFound', 'request.changed'] as const,
});

export const shareSetters = {
  setName: textSetter('name', Name, 'Set the name'),
  clearName: {
    ...textClearer('name', 'Remove the name'),
    errors: ['share.notFound', 'share.sealed', 'request.changed'] as const,
  },
  setDescription: textSetter('description', Description, 'Set the description'),
  setValidity: setter('validity', Validity, 'Set the validity; a published share then ends accordingly'),
  setMaxViews: setter('maxviews', MaxViews, 'Set how many views there are in all'),
  setUntil: {
    ...setter('until', Millis, 'Set a date for the end of the link, in place of the validity'),
    example: { body: { value: Date.now() + 86_400_000 } },
  },
  setMaxDownloads: setter('maxdownloads', MaxDownloads, 'Set how many downloads there are in all'),
  clearMaxDownloads: clearer('maxdownloads', 'Allow any number of downloads'),
  setLink: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/link',
    access: 'user',
    summary: 'Put words of one’s own into the link; the one it had stops working',
    who: 'managers',
    example: { body: { value: 'photos-of-the-summer' }, unique: 'value' },
    params,
    body: z.object({ value: LinkWords, mayBeGuessed: MayBeGuessed, was: WasText }),
    answer: IdResult,
    says: 'share.saved',
    refused: { id: '' },
    errors: ['share.notFound', 'share.linkTaken', 'share.linkGuessable', 'limit.attempts', 'request.changed'],
  }),
  clearLink: textClearer('link', 'Take the words out of the link; a published share gets a random one'),
  setCover: {
    ...setter('cover', Ident, 'Choose the photo that the page of the link opens with, by its id'),
    example: { body: { value: 'no-such-photo' }, refusal: 'file.notFound' } as const,
    errors: ['share.notFound', 'share.sealed', 'file.notFound'] as const,
  },
  clearCover: clearer('cover', 'Let the page of the link open with the first photo'),
  setPassword: setter('password', SharePassword, 'Set the password'),
  clearPassword: clearer('password', 'Remove the password'),
};
