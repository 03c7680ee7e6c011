import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../lib/step.mjs';

export async function copyContext(work) {
  const context = path.join(work, 'context');
  fs.rmSync(context, { recursive: true, force: true });
  fs.mkdirSync(context);
  const names = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const excluded = names.map((name) => `--exclude=./${name}`);
  const tar = ['--anchored', '--wildcards', ...excluded, '-cf', path.join(work, 'context.tar'), '.'];
  execFileSync('tar', tar, { cwd: root });
  execFileSync('tar', ['-xf', path.join(work, 'context.tar'), '-C', context]);
  fs.rmSync(path.join(work, 'context.tar'));
  return context;
}
