import * as z from 'zod';
import { OwnerProof, ownerProofErrors, ProofAsked } from '@/lib/contract/account/owner-proof';
import { Finding } from '@/lib/contract/admin/doctor';
import { Base64Picture, Result, Text } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';
import { formLimits } from '@/lib/domain/inbox/inbox-form';
import { checkedGroups, pictureSettings, settingControls, settingNames } from '@/lib/domain/server-settings';

const Name = z.enum(settingNames);
const Version = z.int().nonnegative();

export const ServerSetting = z
  .object({
    name: Name.describe('As the variable of the environment is called'),
    value: z
      .string()
      .nullable()
      .describe('As one writes it in the environment, without passwords; null where it is not set'),
    isSet: z.boolean().describe('Also true for secrets, which are not told'),
    isFixed: z.boolean().describe('The environment sets it, so it can’t be changed here'),
    isIgnored: z.boolean().describe('What is stored is wrong and not used'),
    fallback: z.string().describe('What counts where it is not set'),
    isOffAtZero: z.boolean().describe('A limit that 0 takes away'),
    control: z.enum(settingControls).describe('How people set it in the browser'),
    choices: z.array(z.string()).describe('All that it takes, where it is a choice'),
    version: Version.describe('To be sent with a change of it'),
  })
  .meta({ id: 'ServerSetting' });
export type ServerSetting = z.infer<typeof ServerSetting>;

const maxChars = 50_000;

const SettingChange = z.object({
  name: Name,
  value: Text.max(maxChars).nullable().describe('null or empty: as if it had never been set'),
  version: Version.describe('As it was read'),
});
export type SettingChange = z.output<typeof SettingChange>;

export const serverSettings = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/admin/settings',
    access: 'admin',
    summary: 'Settings of this installation that admins may change',
    answer: z.object({ items: z.array(ServerSetting), proof: ProofAsked }),
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/v2/admin/settings',
    access: 'admin',
    summary: 'Change some of these settings, all or none',
    example: {
      body: { changes: [{ name: 'FOOTER_TEXT', value: null, version: 999 }] },
      refusal: 'setting.changed',
    },
    body: OwnerProof.extend({ changes: z.array(SettingChange).min(1).max(settingNames.length) }),
    answer: Result,
    says: 'server.saved',
    errors: [
      'request.invalid',
      'setting.fixed',
      'setting.changed',
      'setting.apart',
      'setting.passwordMissing',
      'setting.option',
      'setting.unfit',
      'setting.addressElsewhere',
      ...ownerProofErrors,
    ],
  }),
  tryProvider: endpoint({
    method: 'POST',
    path: '/api/v2/admin/settings/provider',
    access: 'admin',
    summary: 'Find out whether a provider that is set answers',
    example: { body: { id: 'nobody' }, refusal: 'auth.providerUnknown' },
    body: z.object({ id: Text.max(30) }),
    answer: Result,
    says: 'server.providerFound',
    errors: ['auth.providerUnknown', 'auth.providerAway', 'auth.providerUnclear'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/v2/admin/settings/check',
    access: 'admin',
    summary: 'Find out whether what is set works, as the doctor does',
    body: z.object({ group: z.enum(checkedGroups) }),
    answer: z.object({ findings: z.array(Finding) }),
  }),
  changeLogo: endpoint({
    method: 'POST',
    path: '/api/v2/admin/settings/logo',
    access: 'admin',
    summary: 'Set a logo or the icon of this installation',
    example: { body: { picture: null, version: 999 }, refusal: 'setting.changed' },
    body: z.object({
      picture: Base64Picture.max(Math.ceil(formLimits.logoBytes / 3) * 4)
        .nullable()
        .describe('JPEG, PNG, WebP, GIF or HEIF in base64; null takes it away'),
      name: z.enum(pictureSettings).default('LOGO_URL').describe('Which of them'),
      version: Version.describe('That of the setting, as it was read'),
    }),
    answer: Result,
    says: 'server.saved',
    errors: ['request.invalid', 'setting.fixed', 'setting.changed'],
  }),
};
