import * as z from 'zod';
import { identPattern } from '@/lib/domain/ident';
import { maxCount, maxNoteBytes, maxSearchChars, maxSharePasswordBytes } from '@/lib/domain/limits';
import { areReserved, isLinkWords, normalizeLinkWords } from '@/lib/domain/link-words';
import { readSecret } from '@/lib/domain/pasted/link';
import { cleanName } from '@/lib/domain/pasted/plain-text';

/**
 * zod's own checks map to the first ones (lib/server/http/invalid.ts), `refine` names the others. Translated
 * in messages/*.json under `reasons`.
 */
export const reasons = [
  'notYours',
  'missing',
  'wrongType',
  'notAnId',
  'notJson',
  'tooDeep',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooBig',
  'tooManyBytes',
  'unstorable',
  'unsupported',
  'notAPicture',
  'notAColor',
  'tooFewBytes',
  'blank',
  'severalLines',
  'notALogin',
  'hasAt',
  'notAnEmail',
  'unknownAccount',
  'notANetwork',
  'notADuration',
  'notASize',
  'notANumber',
  'notAnAddress',
  'notWords',
  'reserved',
  'inThePast',
  'tooLate',
  'notADate',
  'notATime',
  'tooEarly',
  'twice',
  'severalCodes',
  'keyUsed',
  'alreadySet',
  'tooManyMails',
] as const;
export type Reason = (typeof reasons)[number];
export const because = (reason: Reason) => reason;

export const Ident = z.string().regex(identPattern).meta({ id: 'Ident' });

/** Text without NUL and lone surrogates, which PostgreSQL and UTF-8 can't store. */
export const Text = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), because('unstorable'));

const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** Of a mail. */
export const Subject = Text.max(200).refine(isOneLine, because('severalLines'));

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

export const bytesAtLeast = (min: number) =>
  [
    (text: string) => bytesOf(text) >= min,
    { message: because('tooFewBytes'), params: { min }, abort: true },
  ] as const;

export const bytesAtMost = (max: number) =>
  [(text: string) => bytesOf(text) <= max, { message: because('tooManyBytes'), params: { max } }] as const;

const refusedNow = 'nothing is saved, and `now` of the refusal has it';

/** The text before the caller's change, to detect concurrent changes. */
export const WasText = z
  .string()
  .nullish()
  .describe(`The text as it was read. If it is another by now, ${refusedNow}`);
export const WasFields = z
  .record(z.string(), z.unknown())
  .nullish()
  .describe(
    `Fields as they were read. What is sent as it was read stays as it is now; where both have changed, ${refusedNow}`,
  );

export const Base64Picture = Text.refine(
  (text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text),
  because('notAPicture'),
);

export const CleanText = Text.overwrite(cleanName);
export const Name = CleanText.max(255);
/** A name that people give to a key of theirs. */
export const KeyName = Name.max(100).refine((name) => name.trim() !== '', because('blank'));

/** Long enough for the mail or list that a code is copied with; `lib/domain/pasted/codes` reads it. */
export const TypedCode = Text.max(1000);

export const Secret = Text.overwrite((text) => readSecret(text) || text);
export const Description = Text.refine(...bytesAtMost(maxNoteBytes));
export const SharePassword = Text.min(1).refine(...bytesAtMost(maxSharePasswordBytes));

export const Validity = z.int().min(1000).describe('Milliseconds');
export const MaxViews = z.int().min(1).max(maxCount);

export const MaxDownloads = z.int().min(1).max(maxCount);

export const LinkWords = z
  .string()
  .min(3)
  .max(80)
  .refine(isLinkWords, { message: because('notWords'), abort: true })
  .refine((words) => !areReserved(words), because('reserved'))
  .transform(normalizeLinkWords)
  .describe('Words of one’s own in the link: 3 to 80 letters, digits, . _ - or @, in any case');

export const Millis = z.int().nonnegative().describe('Milliseconds since 1970, UTC');
export const Bytes = z.int().nonnegative().describe('Bytes');

/** An invalid page counts as the first. */
export const ListQuery = z.object({
  q: Text.max(maxSearchChars).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .catch(100)
    .default(100)
    .transform((size) => Math.min(size, 100)),
});
export type ListQuery = z.output<typeof ListQuery>;

export const Result = z
  .object({
    success: z.boolean(),
    message: z.string().describe('For people, in their language'),
    code: z.string().nullable().default(null).describe('For programs: stable, null on success'),
  })
  .meta({ id: 'Result' });
export const IdResult = Result.extend({ id: z.string() }).meta({ id: 'IdResult' });

export type Result = z.infer<typeof Result>;
