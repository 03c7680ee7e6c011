// Installs the dependencies when node_modules is not what package-lock.json says.
import fs from 'node:fs';
import path from 'node:path';
import { checkNode } from './environment.mjs';
import { isSealed, root, step } from './step.mjs';

/** `withTools`: also what only tests and checks need, the devDependencies. A start does without. */
export async function ensureInstalled({ withTools = false } = {}) {
  checkNode();
  if (isSealed || isInstalled(withTools)) return;
  await step('Installing dependencies', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    withTools ? '--include=dev' : '--omit=dev',
  ]);
}

/**
 * npm writes its list into node_modules last, so an interrupted install isn't mistaken for a complete one.
 */
function isInstalled(withTools) {
  const there = packagesIn('node_modules/.package-lock.json');
  const wanted = packagesIn('package-lock.json');
  if (!there || !wanted) return false;
  return Object.entries(wanted).every(
    ([where, { version, optional, dev }]) =>
      where === '' || there[where]?.version === version || (dev && !withTools) || (optional && !there[where]),
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
