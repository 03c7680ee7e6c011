// What failed, out of the reports of Vitest and Playwright: where it is, how to run it alone, and what a page showed.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './step.mjs';

/** @returns {string[]} one paragraph per failed test, or per file that could not run */
export function failuresIn(report) {
  const found = report.testResults ? ofVitest(report) : ofPlaywright(report);
  return found.map(({ file, line, title, page = [] }) => {
    const place = line ? `${file}:${line}` : file;
    return [`${place}  ${title}`, `alone: npm test -- ${file}`, ...page].join('\n    ');
  });
}

function ofVitest({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message = '', assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ file, line: null, title: message.split('\n', 1)[0] }];
      return failed.map(({ fullName, failureMessages }) => ({
        file,
        line: lineIn(failureMessages.join('\n'), file),
        title: fullName,
      }));
    });
}

function lineIn(trace, file) {
  const at = trace.indexOf(`${file}:`);
  return at < 0 ? null : Number.parseInt(trace.slice(at + file.length + 1), 10) || null;
}

function ofPlaywright({ suites = [], errors = [] }) {
  const failed = suites.flatMap(specsIn).filter(({ ok }) => !ok);
  return [
    ...failed.map(({ file, line, title, tests }) => ({
      file: `e2e/screens/${file}`,
      line,
      title,
      page: pageOf(tests.flatMap(({ results }) => results)),
    })),
    ...errors.map(({ message = '' }) => ({
      file: 'e2e/screens',
      line: null,
      title: message.split('\n', 1)[0],
    })),
  ];
}

function pageOf(results) {
  const { path: file } =
    results.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'error-context') ?? {};
  if (!file || !fs.existsSync(file)) return [];
  const snapshot = fs.readFileSync(file, 'utf8').split('# Page snapshot')[1]?.split('\n# ')[0] ?? '';
  return snapshot.trim().split('\n').slice(0, 60);
}

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];
