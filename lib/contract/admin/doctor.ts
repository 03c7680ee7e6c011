import * as z from 'zod';
import { Millis, Result } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';

/** In display order. Translated in messages/*.json under `doctor`. */
export const doctorChecks = [
  'baseUrl',
  'upload',
  'download',
  'proxies',
  'proxyAuth',
  'clock',
  'database',
  'schema',
  'storage',
  'space',
  'thumbnails',
  'mail',
  'directory',
  'scan',
  'settings',
  'secret',
  'factor',
  'limits',
  'nodes',
  'version',
] as const;
export type DoctorCheck = (typeof doctorChecks)[number];

export const doctorOutcomes = ['fine', 'warning', 'failure', 'skipped'] as const;
export type DoctorOutcome = (typeof doctorOutcomes)[number];

export const Finding = z
  .object({
    check: z.enum(doctorChecks),
    outcome: z.enum(doctorOutcomes),
    code: z.string().describe('What was found; new ones may come'),
    values: z.record(z.string(), z.string()).describe('What the words for it speak of'),
  })
  .meta({ id: 'DoctorFinding' });
export type Finding = z.infer<typeof Finding>;

export const Examination = z
  .object({
    findings: z.array(Finding),
    now: Millis.describe('By this server’s clock'),
    baseUrl: z.string().describe('Where people should find this installation'),
    probeBytes: z.int().positive().describe('Of the probe that a browser should send'),
  })
  .meta({ id: 'DoctorExamination' });
export type Examination = z.infer<typeof Examination>;

export const ProbeAnswer = z.object({
  receivedBytes: z.int().nonnegative(),
  spanMs: z.int().nonnegative().describe('From the first byte to the last'),
  now: Millis,
});
export type ProbeAnswer = z.infer<typeof ProbeAnswer>;

export const maxProbeBytes = 16 * 1024 * 1024;

/** Each byte depends on its position, so that ranges can be verified. */
export const probeDownloadBytes = 64 * 1024;
export const probeByte = (position: number): number => position % 251;

export const doctor = {
  examine: endpoint({
    method: 'GET',
    path: '/api/v2/admin/doctor',
    access: 'admin',
    summary: 'Whether the installation is set up well, as far as the server can tell',
    answer: Examination,
  }),
  confirmClock: endpoint({
    method: 'POST',
    path: '/api/v2/admin/doctor/clock',
    access: 'admin',
    summary: 'Say that the server’s clock is right, so that what has ended by it is deleted again',
    answer: Result,
    says: 'doctor.clockConfirmed',
  }),
};
