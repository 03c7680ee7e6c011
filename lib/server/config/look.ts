import * as z from 'zod';
import { themes } from '@/lib/domain/look';
import { isTimeZone } from '@/lib/domain/time/time-zone';
import { languages } from '@/lib/i18n/locales';
import { anyOf, choice, flag, optional, text } from './kinds';

const languageCodes = languages.map(({ code }) => code);

export const lookVariables = {
  APP_NAME: text('Slipway').describe('Name of the installation, shown in the page and in mails.'),
  LOGO_URL: optional('URL').describe('Logo for light pages instead of ours: a path below `/` or a URL.'),
  LOGO_URL_DARK: optional('URL').describe('The same for dark pages; without it `LOGO_URL` serves both.'),
  ICON_URL: optional('URL').describe('Icon of the browser tab instead of ours.'),
  ICON_URL_DARK: optional('URL').describe('The same for dark browsers.'),
  FOOTER_TEXT: text().describe('Markdown for the footer instead of name and version.'),
  PROJECT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL such as https://example.org/slipway' })
    .or(z.literal(''))
    .default('')
    .describe(
      'Where the product’s name in the footer leads. Unset: to the documentation of this installation.',
    )
    .meta({ example: '', kind: 'URL' }),
  FOOTER_VISIBLE: flag('true').describe('Show a footer at all.'),
  WELCOME_MESSAGE: text().describe('Markdown above the login form.'),
  DEFAULT_LANGUAGE: z
    .enum(languageCodes, `must be one of ${languageCodes.join(', ')}`)
    .default('gb')
    .describe('Language for browsers that ask for none we have.')
    .meta({ example: 'gb', kind: anyOf(languageCodes) }),
  DEFAULT_TIMEZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .describe('Time zone of the dates in the page.')
    .meta({ example: 'UTC', kind: 'time zone' }),
  INITIAL_THEME: choice(themes, 'system').describe('Theme of a browser that has not chosen.'),
  INITIAL_PAGE: choice(['home', 'uploads', 'share'], 'home').describe('Page after signing in.'),
};
