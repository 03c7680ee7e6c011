import * as z from 'zod';
import { maxProbeBytes, ProbeAnswer, probeDownloadBytes } from '@/lib/contract/admin/doctor';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

const call = { group: 'doctor', path: allBytePaths.probe, access: 'admin' } as const;

export const probes: readonly ByteCall[] = [
  {
    ...call,
    id: 'probeDownload',
    method: 'GET',
    summary: 'Bytes that are only looked at, all at once or in two pieces with a pause',
    query: z.object({
      pause: z.literal('1').optional().describe('The rest comes a moment after the beginning'),
    }),
    parts: ['range'],
    answers: [
      {
        status: 200,
        description: `${probeDownloadBytes} bytes.`,
        headers: ['contentLength', 'acceptRanges'],
        type: 'application/octet-stream',
      },
      {
        status: 206,
        description: 'The part that was asked for.',
        headers: ['contentLength', 'acceptRanges', 'contentRange'],
        type: 'application/octet-stream',
      },
    ],
    errors: ['auth.forbidden', 'file.noSuchRange'],
  },
  {
    ...call,
    id: 'probeDownloadHead',
    method: 'HEAD',
    summary: 'Only what GET would say about them',
    parts: [],
    answers: [
      { status: 200, description: 'The headers of GET.', headers: ['contentLength', 'acceptRanges'] },
    ],
    errors: ['auth.forbidden'],
  },
  {
    ...call,
    id: 'probeUpload',
    method: 'POST',
    summary: `Counts the bytes that come, at most ${maxProbeBytes}, and keeps none`,
    parts: [],
    body: { type: 'application/octet-stream', required: true },
    answers: [{ status: 200, description: 'What has come.', headers: [], json: ProbeAnswer }],
    errors: ['auth.forbidden', 'request.tooLarge'],
  },
];
