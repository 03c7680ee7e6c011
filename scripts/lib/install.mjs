// Installs the dependencies when node_modules is not what package-lock.json says.
import fs from 'node:fs';
import path from 'node:path';
import { checkNode } from './environment.mjs';
import { isSealed, root, step } from './step.mjs';

export async function ensureInstalled() {
  checkNode();
  if (isSealed || isInstalled()) return;
  await step('Installing dependencies', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
  ]);
}

/**
 * npm writes its list into node_modules last, so an interrupted install isn't mistaken for a complete one.
 */
function isInstalled() {
  const there = packagesIn('node_modules/.package-lock.json');
  const wanted = packagesIn('package-lock.json');
  if (!there || !wanted) return false;
  return Object.entries(wanted).every(
    ([where, { version, optional }]) =>
      where === '' || there[where]?.version === version || (optional && !there[where]),
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
