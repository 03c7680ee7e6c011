import * as z from 'zod';
import { unlimitedViews } from '@/lib/domain/publish';
import { bytes, count, defaultFloor, duration, flag, onOff, parseFloor, refuse, size } from './kinds';

const viewsOf = (text: string) =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= unlimitedViews ? Number(text) : null;

export const sharingVariables = {
  X_ACCEL_REDIRECT: z
    .string()
    .refine((value) => /^\/[\w./-]*\/$/.test(value), 'must be a path that begins and ends with /')
    .optional()
    .describe(
      'Internal location of an nginx in front that serves files below `DATA_DIR` or `FILES_DIR`, see [proxy](proxy.md).',
    )
    .meta({ example: '', kind: 'path' }),
  MAX_SIZE: size('1.5G').describe('Upper bound for all files of one share together.'),
  ZIP_MAX_SIZE: bytes
    .optional()
    .describe(
      'Most that one ZIP file may hold, at most `MAX_SIZE`; 0 turns ZIP files off. Default: `MAX_SIZE`.',
    )
    .meta({ example: '', kind: 'size' }),
  MIN_FREE_DISK: z
    .string()
    .optional()
    .transform((text, check) =>
      text === undefined
        ? defaultFloor
        : (parseFloor(text) ?? refuse(check, 'a part of the disk such as 5% or a size such as 10G')),
    )
    .describe(
      'What uploads leave free of the disk with the files: a part (`5%`), a size (`10G`) or `0`. Default: 5%, at most 10G.',
    )
    .meta({ example: '', kind: 'part or size' }),
  ACCOUNT_MAX_SIZE: size('0', 0).describe(
    'Quota: most that one account can hold, including deliveries in its inboxes; 0 is no limit. Admins can set another for one account.',
  ),
  ACCOUNT_MAX_FILES: count(0).describe('The same for the number of files.'),
  MAX_ALIAS_FILES: count(500).describe(
    'Most files of one delivery through an inbox, in one day (UTC); 0 is any number. Off with `RATE_LIMITS=off`.',
  ),
  MAX_ALIAS_BYTES: size('50G').describe(
    'Most that comes in through one inbox on one day (UTC); a file counts as 64 KiB at least. Off with `RATE_LIMITS=off`.',
  ),
  MAX_VALIDITY: duration('365 days', 30 * 60_000).describe(
    'Longest validity a share may have; forms offer nothing longer, and nothing below 30 minutes.',
  ),
  DEFAULT_VALIDITY: duration('7 days').describe(
    'How long new links are valid unless people choose otherwise. It must be one of the choices in the form; otherwise forms start with 2 days.',
  ),
  DEFAULT_VIEWS: z
    .string()
    .default('30')
    .transform((text, check) =>
      text === 'any' ? unlimitedViews : (viewsOf(text) ?? refuse(check, 'any or a whole number from 1 on')),
    )
    .describe('Number of views that forms preset; `any` is no limit.')
    .meta({ example: '30', kind: 'number or any' }),
  REQUIRE_SHARE_PASSWORD: flag('false').describe('Refuse shares without a password.'),
  ALIAS_MEMBERS: flag('true').describe('Let people share an inbox with other accounts.'),
  AUTO_PUBLISH: flag('false').describe(
    'Publish new shares when all files have arrived, unless a person turns that off.',
  ),
  THUMBNAILS: onOff('on').describe('Make thumbnails of photos and videos. `off`: lists show icons.'),
  CHUNK_SIZE: size('10M').describe(
    'Bytes that the web page sends in one request at first, from 64K to 64M; it adapts by itself.',
  ),
  RETRY_DELAYS: z
    .string()
    .default('0,3000,6000,12000,24000,48000')
    .refine((list) => /^\d+(,\d+)*$/.test(list), 'must be milliseconds separated by commas')
    .transform((list) => list.split(',').map(Number))
    .describe('Waiting times of the web page between retries of an upload, in milliseconds.')
    .meta({ example: '0,3000,6000,12000,24000,48000', kind: 'list' }),
  DOWNLOAD_PAUSE: duration('4 hours', 60_000).describe(
    'How long Slipway keeps a paused download open, for up to 200 paused downloads at once. Further ones are closed after a minute without traffic.',
  ),
  UPLOAD_TTL: duration('2 days').describe('Unfinished uploads without progress for this long are removed.'),
  CLEANUP_INTERVAL: duration('1 hour', 10_000).describe(
    'How often expired shares, abandoned uploads and orphaned bytes are removed.',
  ),
  ACCOUNT_GRACE: duration('7 days', 0).describe(
    'How long an account that its person has deleted is kept, for a sign-in to undo it.',
  ),
  CLEANUP_GRACE: duration('7 days', 0).describe(
    'How long a share stays after its publication expired. What was never published, was withdrawn or came through an inbox stays until somebody deletes it.',
  ),
};
