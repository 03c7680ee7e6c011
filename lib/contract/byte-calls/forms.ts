import * as z from 'zod';
import { IdResult, MaxViews, Result, Validity } from '@/lib/contract/fields';
import { Answers, ShareProperties, ShareTerms } from '@/lib/contract/share/share-shapes';
import { fileRefusals } from '../alias/alias-form';
import type { Access } from '../http/endpoint';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

export const formDefaults = { validityMs: 2 * 24 * 3600 * 1000 };

/** The name of the form part with the share's properties; case is ignored. */
export const metaPart = 'meta';

const open = {
  validity: Validity.nullish(),
  maxViews: MaxViews.nullish(),
  e2ee: z.null().optional().describe('No form makes a sealed share'),
};

export const FormMeta = ShareProperties.extend(open);
export type FormMeta = z.output<typeof FormMeta>;

export const AliasFormMeta = ShareTerms.extend({
  ...open,
  validity: z.number().nullish(),
  ...Answers.shape,
});

export const formLimits = { parts: 1000, headerBytes: 16 * 1024, metaBytes: 256 * 1024 };

type FormCalls = {
  access: Access;
  id: (name: string) => string;
  into: ByteCall['path'];
  make: ByteCall['path'];
  meta: z.ZodType;
};

const files = z
  .array(z.file())
  .optional()
  .describe('Any number of files, under any name: every part that isn’t `meta` is one');

const Made = IdResult.extend({
  receipt: z.string().optional().describe('The secret of the sender’s receipt'),
});

const type = 'multipart/form-data';
const errors = [
  'request.invalid',
  'request.tooLarge',
  'form.broken',
  'form.tooManyParts',
  'form.tooLarge',
  'upload.quotaBytes',
  'upload.roomHeld',
  'upload.quotaFiles',
  'upload.inboxFull',
  'storage.full',
  'storage.fileTooLarge',
] as const;

const ofOwn = ['share.validityTooLong', 'share.passwordNeeded'] as const;
const ofAlias = ['limit.alias', 'alias.sealedOnly', ...fileRefusals] as const;

/** Files in one request, as from browser forms, curl and ShareX. Stores all of it or nothing. */
function formCalls({ access, id, make, into, meta }: FormCalls): ByteCall[] {
  const call = { group: 'uploads', method: 'POST', access, parts: ['creationKey'] } as const;
  const isOwn = access === 'user';
  return [
    {
      ...call,
      id: id('form'),
      path: make,
      summary: 'Create a share with its files in one request',
      body: { type, required: true, form: z.object({ meta: meta.optional(), file: files }) },
      answers: [
        { status: 200, description: 'The share is there.', headers: [], json: isOwn ? IdResult : Made },
      ],
      errors: [...errors, ...(isOwn ? ofOwn : ([...ofAlias, 'delivery.unanswered'] as const))],
    },
    {
      ...call,
      id: id('formInto'),
      path: into,
      summary: 'Add files to a share in one request',
      body: { type, required: true, form: z.object({ file: files }) },
      answers: [{ status: 200, description: 'The files are there.', headers: [], json: Result }],
      errors: [...errors, 'share.notFound', 'upload.notSealed', ...(isOwn ? [] : ofAlias)],
    },
  ];
}

export const ownForms: readonly ByteCall[] = formCalls({
  access: 'user',
  id: (name) => name,
  make: allBytePaths.form,
  into: allBytePaths.formInto,
  meta: FormMeta.describe('What the share is like; without it, two days and `DEFAULT_VIEWS`'),
});

export const aliasForms: readonly ByteCall[] = formCalls({
  access: 'alias',
  id: (name) => `alias${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
  make: allBytePaths.aliasForm,
  into: allBytePaths.aliasFormInto,
  meta: AliasFormMeta.describe(
    'What the share is like; without it, `DEFAULT_VIEWS`. The alias says how long it lives',
  ),
});
