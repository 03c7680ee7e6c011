// What became of each test, out of the reports of Vitest and Playwright: where it is, how to run it alone, and what a
// page showed.
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../step.mjs';

/**
 * @typedef {object} Outcome
 * @property {string} file from the root; `e2e/screens` where the run as a whole failed
 * @property {string} title empty where the file failed outside its tests
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {number | null} [line]
 * @property {number} [seconds] how long a test took
 * @property {string} [error] its first line
 * @property {string[]} [page]
 * @property {string} [moved] what of a page moved by itself, though the test passed
 */

/** @returns {Outcome[]} one for each test, and one for each file that failed outside its tests */
export function outcomesIn(report) {
  return report.testResults ? report.testResults.flatMap(ofVitest) : ofPlaywright(report);
}

/** @param {Outcome[]} outcomes */
export function countOutcomes(outcomes) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  return counts;
}

export const totalOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** @param {Outcome} outcome */
export function describeFailure({ file, line, title, error, page = [] }) {
  const place = line ? `${file}:${line}` : file;
  return [`${place}  ${title || error}`, `alone: npm test -- ${file}`, ...page].join('\n    ');
}

function ofVitest({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const tests = assertionResults.map(({ fullName, status, duration, failureMessages }) => {
    const test = { file, title: fullName, seconds: duration && duration / 1000 };
    if (status !== 'failed') return { ...test, status: status === 'passed' ? status : 'skipped' };
    const trace = failureMessages.join('\n');
    return { ...test, status, line: lineIn(trace, file), error: firstLine(trace) };
  });
  if (status !== 'failed' || tests.some((test) => test.status === 'failed')) return tests;
  return [...tests, { file, title: '', status, error: firstLine(message) || 'failed outside its tests' }];
}

function lineIn(trace, file) {
  const at = trace.indexOf(`${file}:`);
  return at < 0 ? null : Number.parseInt(trace.slice(at + file.length + 1), 10) || null;
}

function ofPlaywright({ suites = [], errors = [] }) {
  const wholeRun = errors.map(({ message }) => ({
    file: 'e2e/screens',
    title: '',
    status: 'failed',
    error: firstLine(message),
  }));
  return [...suites.flatMap((suite) => specsIn(suite, [])), ...wholeRun];
}

function specsIn({ specs = [], suites = [] }, titles) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, projectName, results, annotations = [] }) => ({
      file: `e2e/screens/${file}`,
      line,
      title: [...titles, title, ...(/ /.test(projectName) ? [`(${projectName})`] : [])].join(' '),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      ...movedIn(annotations),
      ...(status === 'expected' || status === 'skipped'
        ? { status: status === 'expected' ? 'passed' : 'skipped' }
        : { status: 'failed', error: firstLine(results[0]?.error?.message), page: pageOf(results) }),
    })),
  );
  return [...own, ...suites.flatMap((suite) => specsIn(suite, [...titles, suite.title]))];
}

function movedIn(annotations) {
  const moved = annotations.filter(({ type }) => type === 'moved').map(({ description }) => description);
  return moved.length > 0 ? { moved: moved.join('; ') } : {};
}

/** @param {Outcome[]} outcomes @returns {Outcome[]} those that passed through a page that moved, with that as their error */
export const restlessOf = (outcomes) =>
  outcomes.flatMap((each) =>
    each.moved && each.status === 'passed' ? [{ ...each, error: each.moved }] : [],
  );

function pageOf(results) {
  const { path: file } =
    results.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'error-context') ?? {};
  if (!file || !fs.existsSync(file)) return [];
  const snapshot = fs.readFileSync(file, 'utf8').split('# Page snapshot')[1]?.split('\n# ')[0] ?? '';
  return snapshot.trim().split('\n').slice(0, 60);
}

const firstLine = (text = '') => stripVTControlCharacters(text).trim().split('\n', 1)[0];
