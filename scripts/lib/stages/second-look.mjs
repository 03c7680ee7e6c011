// One look more at the files of a stage that failed. What passes in one of the two looks is unstable: told and kept,
// but not red.
import { describeFailure } from './outcomes.mjs';

/** More files than this don't fail by chance. */
const mostFiles = 5;

/**
 * @typedef {import('./outcomes.mjs').Outcome} Outcome
 * @typedef {{ outcomes: Outcome[], error: Error & { output?: string } | null }} Look
 */

/**
 * Runs a stage, and the files that failed once more, alone.
 * @param {(files: string[]) => Promise<Look>} look at all files of the stage where none is named
 * @returns {Promise<Look & { unstable: Outcome[] }>} `unstable` with the error of the look that failed
 */
export async function lookTwice(look) {
  const first = await look([]);
  const files = filesToLookAt(first);
  return files.length > 0 ? settle(first, await look(files)) : { ...first, unstable: [] };
}

/** @param {Look} look */
function filesToLookAt({ outcomes, error }) {
  const failed = outcomes.filter(hasFailed);
  const files = [...new Set(failed.map(({ file }) => file))];
  const isAboutFiles = files.every((file) => /\.(test|spec)\.tsx?$/.test(file));
  return isAboutFiles && files.length <= mostFiles && !isUnhandled(error) ? files : [];
}

function settle(first, second) {
  const [before, again] = [first, second].map(({ outcomes }) => byName(outcomes));
  const loaded = new Set(second.outcomes.map(({ file }) => file));
  const outcomes = [];
  const unstable = [];
  for (const name of new Set([...before.keys(), ...again.keys()])) {
    const both = [before.get(name), again.get(name)].filter(Boolean);
    const failure = both.find(hasFailed);
    const passed = both.find(({ status }) => status === 'passed');
    const loadsNow = failure?.title === '' && !again.has(name) && loaded.has(failure.file);
    if (failure && (passed || loadsNow)) unstable.push(failure);
    if (!loadsNow) outcomes.push(passed ?? failure ?? both[0]);
  }
  return { outcomes, unstable, error: errorOf(outcomes, first, second) };
}

/** Why the stage is red all the same: what failed twice, or a second look that failed beside its tests. */
function errorOf(outcomes, first, second) {
  if (outcomes.some(hasFailed)) return second.error ?? first.error;
  const isExplained = second.outcomes.some(hasFailed) && !isUnhandled(second.error);
  return isExplained ? null : second.error;
}

/** Tests of a file may share their title. */
function byName(outcomes) {
  const named = new Map();
  for (const outcome of outcomes) {
    let name = `${outcome.file}\0${outcome.title}`;
    while (named.has(name)) name += '\0';
    named.set(name, outcome);
  }
  return named;
}

const hasFailed = ({ status }) => status === 'failed';
const isUnhandled = (error) => /Vitest caught \d+ unhandled/.test(error?.output ?? '');

/** @param {Outcome} outcome */
export const describeUnstable = (outcome) => `unstable: ${describeFailure(outcome)}\n    ${outcome.error}`;
