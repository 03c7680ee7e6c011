// How long each stage, file and test of a run took: written to test-results/durations.json, compared with the copy in
// test/durations.json, which also says what Vitest begins with.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../step.mjs';
import { outcomesIn } from './outcomes.mjs';

const measuredFile = path.join(root, 'test-results/durations.json');
const keptFile = path.join(root, 'test/durations.json');
const leastKept = 2; // seconds of a file; what is shorter need not be ordered

/**
 * @typedef {{ file: string, title: string, seconds: number }} TestDuration
 * @typedef {{ stages: Record<string, number>, files: Record<string, number>, tests?: TestDuration[] }} Durations
 */

/** @returns {Durations} */
const none = () => ({ stages: {}, files: {}, tests: [] });
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : none());

/** @returns {Durations} of the run that was kept */
export const keptDurations = () => read(keptFile);

/** Adds a stage to what this run has measured. */
export function recordDurations(stage, seconds, report) {
  const all = read(measuredFile);
  const { files, tests } = durationsIn(report);
  all.stages[stage] = Math.round(seconds);
  Object.assign(all.files, files);
  all.tests = [...all.tests.filter(({ file }) => !(file in files)), ...tests];
  fs.mkdirSync(path.dirname(measuredFile), { recursive: true });
  fs.writeFileSync(measuredFile, `${JSON.stringify(all, null, 1)}\n`);
}

/** Sums a file's journeys up, because they run beside each other; tests of Vitest have their hooks between them. */
export function durationsIn(report) {
  const tests = outcomesIn(report)
    .filter(({ title, seconds }) => title && seconds !== undefined)
    .map(({ file, title, seconds }) => ({ file, title, seconds: hundredths(seconds) }));
  const files = {};
  for (const { file, seconds } of tests) files[file] = hundredths((files[file] ?? 0) + seconds);
  for (const { name, startTime, endTime } of report.testResults ?? [])
    files[path.relative(root, name)] = hundredths((endTime - startTime) / 1000);
  return { files, tests };
}

/**
 * Makes what has been measured here the run to compare with.
 * @param {number} slower how many times a busy machine took as long as a quiet one
 */
export function keepDurations(slower = 1) {
  const kept = withMeasured(keptDurations(), onQuietMachine(read(measuredFile), slower));
  fs.writeFileSync(keptFile, `${JSON.stringify(kept, null, 2)}\n`);
}

/** @param {Durations} measured @param {number} slower */
export function onQuietMachine({ stages, files }, slower) {
  const divided = (figures) =>
    Object.fromEntries(Object.entries(figures).map(([name, seconds]) => [name, seconds / slower]));
  return { stages: divided(stages), files: divided(files) };
}

/**
 * Keeps the figures of stages that haven't run, and forgets files that are gone.
 * @param {Durations} kept
 * @param {Durations} measured
 */
export function withMeasured(kept, measured, isThere = (file) => fs.existsSync(path.join(root, file))) {
  const files = Object.entries({ ...kept.files, ...measured.files });
  const long = bySeconds(files).filter(([file, seconds]) => seconds >= leastKept && isThere(file));
  const rounded = (figures) =>
    Object.fromEntries(figures.map(([name, seconds]) => [name, Math.round(seconds)]));
  return {
    stages: rounded(Object.entries({ ...kept.stages, ...measured.stages })),
    files: rounded(long),
  };
}

/** @returns {string} a table of stages with their budgets, and of the slowest files and tests */
export function describeSlowest(measured = read(measuredFile), kept = keptDurations(), most = 25) {
  if (Object.keys(measured.stages).length === 0) return 'No whole run has been measured here yet: npm test.';
  const row = ([name, seconds], budget) =>
    `${seconds.toFixed(1).padStart(8)} s${budget ? ` of ${budget} s` : ''}  ${name}`;
  const tests = measured.tests.map(({ file, title, seconds }) => [`${file}: ${title}`, seconds]);
  return [
    'Stages, with their budgets',
    ...Object.entries(measured.stages).map((stage) => row(stage, kept.stages[stage[0]])),
    'Files',
    ...bySeconds(Object.entries(measured.files))
      .slice(0, most)
      .map((file) => row(file)),
    'Tests',
    ...bySeconds(tests)
      .slice(0, most)
      .map((test) => row(test)),
  ].join('\n');
}

const bySeconds = (entries) => entries.toSorted(([, one], [, other]) => other - one);
const hundredths = (seconds) => Math.round(seconds * 100) / 100;
