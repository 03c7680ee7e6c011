// test/unstable.md: the tests that failed and then passed. Whoever comes next mends the cause and takes the line out.
import fs from 'node:fs';
import path from 'node:path';
import { root, StepFailed } from '../step.mjs';

const file = path.join(root, 'test/unstable.md');
const mostLines = 3;
const mostDays = 3;
const day = 24 * 60 * 60 * 1000;
const pattern = /^\| (\d{4}-\d\d-\d\d) \| (\d+) \| (.+) \| (.*) \|$/;

/** @param {import('./outcomes.mjs').Outcome[]} unstable */
export function recordUnstable(unstable) {
  if (unstable.length > 0) fs.writeFileSync(file, addUnstable(fs.readFileSync(file, 'utf8'), unstable));
}

/** Ends a run before it begins where too much has been left unstable, or for too long. */
export function refuseNeglect() {
  const reason = neglectIn(fs.readFileSync(file, 'utf8'));
  if (reason) throw new StepFailed(reason, '');
}

/** @param {string} text of test/unstable.md */
export function addUnstable(text, unstable, now = Date.now()) {
  const lines = text.trimEnd().split('\n');
  for (const { file, title, error } of unstable) {
    const name = cell(title ? `${file}: ${title}` : file);
    const at = lines.findIndex((line) => pattern.exec(line)?.[3] === name);
    const [, since, times] = pattern.exec(lines[at] ?? '') ?? [
      null,
      new Date(now).toISOString().slice(0, 10),
      0,
    ];
    const line = `| ${since} | ${Number(times) + 1} | ${name} | ${cell(error)} |`;
    lines.splice(at < 0 ? lines.length : at, 1, line);
  }
  return `${lines.join('\n')}\n`;
}

/** @returns {string | null} a sentence and the lines it is about */
export function neglectIn(text, now = Date.now()) {
  const lines = text.split('\n').filter((line) => pattern.test(line));
  const old = lines.filter((line) => now - Date.parse(pattern.exec(line)[1]) >= (mostDays + 1) * day);
  const reasons = [
    ...(lines.length > mostLines ? [`has ${lines.length} lines; ${mostLines} are the most`] : []),
    ...(old.length > 0 ? [`has lines older than ${mostDays} days`] : []),
  ];
  if (reasons.length === 0) return null;
  const listed = lines.length > mostLines ? lines : old;
  return [
    `test/unstable.md ${reasons.join(' and ')}. Mend the cause, then take the line out:`,
    ...listed,
  ].join('\n');
}

const cell = (text) => text.replaceAll('|', '¦').replaceAll(/\s+/g, ' ').slice(0, 240);
