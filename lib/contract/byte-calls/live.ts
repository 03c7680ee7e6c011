import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

/** A page hears at least as often that the server is there. */
export const liveBeatMs = 20_000;

/** Numbers alone, as the page reads the rest by its own calls. */
export type LiveCounts = {
  views: number;
  downloads: number;
  /** Recipients who have opened theirs; 0 for members, who see no recipients. */
  people: number;
  files: number;
};

const call = {
  group: 'files',
  path: allBytePaths.shareLive,
  access: 'user',
  parts: [],
  errors: ['share.notFound', 'limit.requests'],
} as const;

export const liveCalls: readonly ByteCall[] = [
  {
    ...call,
    id: 'shareLive',
    method: 'GET',
    summary: 'Tells a page of a share when something happens to it',
    answers: [
      {
        status: 200,
        description:
          'Server-sent events, one at once and one for each change: how many `views`, `downloads`, `people` (recipients who have opened it) and `files` there are. Every 20 seconds a comment; it ends when the caller may no longer see the share.',
        headers: [],
        type: 'text/event-stream',
      },
    ],
  },
  {
    ...call,
    id: 'shareLiveHead',
    method: 'HEAD',
    summary: 'Tells a page of a share when something happens to it: only whether it may listen',
    answers: [{ status: 200, description: 'It may.', headers: [] }],
  },
];
