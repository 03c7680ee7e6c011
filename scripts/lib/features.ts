import { execFileSync } from 'node:child_process';
import type { Source } from './sources';

/** A feature, the words that name it, and the paths that are its own. */
type Feature = { name: string; word: RegExp; own: RegExp };

export const features: Feature[] = [
  { name: 'sealed', word: /\b\w*seal(?:ed|ing|s)?\w*\b/i, own: /seal/i },
  { name: 'scan', word: /\b\w*scan\w*\b|quarantin/i, own: /scan|quarantin/i },
  { name: 'factor', word: /secondFactor|\bfactor/i, own: /factor/i },
  { name: 'passkey', word: /passkey/i, own: /passkey/i },
  { name: 'oversight', word: /oversight|takeDown|blockedAt/i, own: /oversight|block|report/i },
  { name: 'webhook', word: /webhook/i, own: /webhook/i },
  { name: 'LDAP', word: /\bldap/i, own: /ldap|directory/i },
];

/** What all features use. */
const core = /^lib\/(core|server\/(transfer|storage|db))\//;

type Named = { name: string; files: string[]; inCore: string[] };

/** Returns, of each feature, the files that name it and aren't its own. Imports don't count. */
export function namedElsewhere(sources: Pick<Source, 'file' | 'text'>[]): Named[] {
  return features.map(({ name, word, own }) => {
    const files = sources
      .filter(({ file, text }) => !own.test(file) && word.test(text.replace(/^import .*$/gm, '')))
      .map(({ file }) => file);
    return { name, files, inCore: files.filter((file) => core.test(file)) };
  });
}

const isWords = (file: string) => /^messages\/|\/words[./]/.test(file);
const isCall = (file: string) => /^app\/api\/.*route\.ts$/.test(file);

/** A commit of a feature adds English words or a call. */
const addsFeature = ({ files, added }: Commit) =>
  files.some((file) => /^messages\/en\b|\/words[./]/.test(file)) || added.some(isCall);

type Commit = { files: string[]; added: string[] };

/** Numbers of files in commits, ascending: all languages are one file. */
export function featureSizes(commits: Commit[]): number[] {
  return commits
    .filter(addsFeature)
    .slice(0, 50)
    .map(({ files }) => files.filter((file) => !isWords(file)).length + (files.some(isWords) ? 1 : 0))
    .toSorted((a, b) => a - b);
}

export function readCommits(root: string): Commit[] {
  const args = ['log', '-n', '600', '--no-merges', '--name-status', '--no-renames', '--format=tformat:@'];
  const log = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  return log.split('@\n').map((commit) => {
    const changes = commit.split('\n').flatMap((line) => {
      const [kind, file] = line.split('\t');
      return kind && file ? [{ kind, file }] : [];
    });
    const files = changes.map(({ file }) => file);
    return { files, added: changes.filter(({ kind }) => kind === 'A').map(({ file }) => file) };
  });
}
