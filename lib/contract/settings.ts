import * as z from 'zod';
import { endpoint } from './endpoint';
import { Result, Text } from './fields';
import { AccountPassword, Email } from './person';

export const settings = {
  getEmail: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/email',
    access: 'user',
    summary: 'My e-mail address',
    answer: z.object({ email: z.string().nullable() }),
  }),
  setEmail: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/email',
    access: 'user',
    summary: 'Set my e-mail address; an empty one removes it',
    body: z.object({ email: Email }),
    answer: Result,
    says: 'settings.emailSaved',
  }),
  clearEmail: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/settings/email',
    access: 'user',
    summary: 'Remove my e-mail address',
    answer: Result,
    says: 'settings.emailRemoved',
  }),
  hasPassword: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/password',
    access: 'user',
    summary: 'Whether my account has a password here',
    answer: Result,
    says: 'settings.hasPassword',
    errors: ['settings.noPassword'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/password',
    access: 'user',
    summary: 'Change my password; every other session of mine ends',
    body: z.object({ oldPassword: Text.max(4096), newPassword: AccountPassword }),
    answer: Result,
    says: 'settings.passwordChanged',
    errors: ['settings.noPassword', 'settings.passwordWrong', 'limit.attempts'],
  }),
};
