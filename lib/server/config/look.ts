import * as z from 'zod';
import { isColor, themes } from '@/lib/domain/look';
import { isTimeZone } from '@/lib/domain/time/time-zone';
import { languages } from '@/lib/i18n/locales';
import { choice, flag, markdown, optional, refuse, text } from './kinds';

const languageCodes = languages.map(({ code }) => code);

const time = z
  .string()
  .transform((given, check) => {
    const ms = Date.parse(given);
    return Number.isNaN(ms) ? refuse(check, 'a time such as 2026-12-24T18:00Z') : ms;
  })
  .optional()
  .meta({ example: '', kind: 'time', control: 'time' });

export const lookVariables = {
  APP_NAME: text('Slipway').describe('Name of the installation, shown in the page and in mails.'),
  LOGO_URL: optional('URL').describe('Logo for light pages instead of ours: a path below `/` or a URL.'),
  LOGO_URL_DARK: optional('URL').describe('The same for dark pages; without it `LOGO_URL` serves both.'),
  ICON_URL: optional('URL').describe('Icon of the browser tab instead of ours.'),
  ICON_URL_DARK: optional('URL').describe('The same for dark browsers.'),
  ACCENT_COLOR: z
    .string()
    .transform((given, check) => {
      const color = given.toLowerCase();
      return isColor(color) ? color : refuse(check, 'a colour such as #0b6e4f');
    })
    .optional()
    .describe(
      'Colour of buttons and marks, such as `#0b6e4f`; darker or lighter where it would be hard to see.',
    )
    .meta({ example: '', kind: 'colour', control: 'color' }),
  IMPRINT: markdown().describe('Markdown of a page that the footer links.'),
  PRIVACY: markdown().describe('The same about privacy.'),
  ANNOUNCEMENT: markdown().describe('Markdown above all pages.'),
  ANNOUNCEMENT_KIND: choice(['info', 'warning'], 'info').describe('How it looks.'),
  ANNOUNCEMENT_FROM: time.describe('When it begins, such as `2026-12-24T18:00Z`.'),
  ANNOUNCEMENT_UNTIL: time.describe('When it ends.'),
  FOOTER_TEXT: markdown().describe('Markdown for the footer instead of name and version.'),
  PROJECT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL such as https://example.org/slipway' })
    .or(z.literal(''))
    .default('')
    .describe('Where the product’s name in the footer leads. If you don’t set it, it is no link.')
    .meta({ example: '', kind: 'URL' }),
  FOOTER_VISIBLE: flag('true').describe('Show a footer at all.'),
  WELCOME_MESSAGE: markdown().describe('Markdown above the login form.'),
  LANGUAGES: z
    .string()
    .default('')
    .transform((given) => given.split(/[\s,]+/).filter(Boolean))
    .refine(
      (codes) => codes.every((code) => languageCodes.some((known) => known === code)),
      `must be some of ${languageCodes.join(', ')}, separated by commas`,
    )
    .describe('Languages of the pages, such as `gb,de`. If you don’t set it, all.')
    .meta({ example: '', kind: 'list', control: 'languages' }),
  DEFAULT_LANGUAGE: choice(languageCodes, 'gb').describe('Language for browsers that ask for none we have.'),
  DEFAULT_TIMEZONE: z
    .string()
    .default('UTC')
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .describe('Time zone of the dates in the page.')
    .meta({ example: 'UTC', kind: 'time zone' }),
  INITIAL_THEME: choice(themes, 'system').describe('Theme of a browser that has not chosen.'),
  INITIAL_PAGE: choice(['home', 'uploads', 'share'], 'home').describe('Page after signing in.'),
};
