import * as z from 'zod';
import { Description, Ident, MaxViews, Name, Result, SharePassword, Validity } from './fields';
import { endpoint } from './http/endpoint';

const params = z.object({ id: Ident });

/** A setter of one property: `POST …/{property}` with `{value}`. */
const setter = <const P extends string, V extends z.ZodType>(property: P, value: V, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/v2/sec/share/{id}/${property}`,
    access: 'user',
    summary,
    params,
    body: z.object({ value }),
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  });

const clearer = <const P extends string>(property: P, summary: string) =>
  endpoint({
    method: 'DELETE',
    path: `/api/v2/sec/share/{id}/${property}`,
    access: 'user',
    summary,
    params,
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  });

/** The calls that change one property of a share. */
export const shareSetters = {
  setName: setter('name', Name, 'Set the name'),
  clearName: clearer('name', 'Remove the name'),
  setDescription: setter('description', Description, 'Set the description'),
  setValidity: setter('validity', Validity, 'Set the validity; a published share then ends accordingly'),
  setMaxViews: setter('maxviews', MaxViews, 'Set how many views there are in all'),
  setPassword: setter('password', SharePassword, 'Set the password'),
  clearPassword: clearer('password', 'Remove the password'),
};
