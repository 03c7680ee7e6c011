// Which tests are nearest to a change: by imports, those of the changed files first, then their importers' and so on.
import fs from 'node:fs';
import path from 'node:path';

const rooms = ['app', 'components', 'lib', 'testing', 'test', 'e2e', 'scripts'];
const isTest = (file) => /\.test\.tsx?$/.test(file);
/** Of types alone, nothing runs: the compiler checks them. */
const imports =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?from\s*)?['"]([^'"\n]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** @param {string} root @returns {Map<string, string[]>} the importers of each file */
export function readImporters(root) {
  const files = rooms
    .filter((room) => fs.existsSync(path.join(root, room)))
    .flatMap((room) =>
      fs
        .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file}`)
        .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('/generated/')),
    );
  const importers = new Map(files.map((file) => [file, []]));
  for (const file of files) {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    for (const [, still, late] of text.matchAll(imports))
      importers.get(resolved(file, still ?? late, importers))?.push(file);
  }
  return importers;
}

function resolved(from, name, known) {
  const plain = name.startsWith('@/') ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  return ['', '.ts', '.tsx', '/index.ts'].map((ending) => plain + ending).find((file) => known.has(file));
}

/** `import-late-files` is more about `import-files` than its neighbours are. */
const wordsIn = (file) => path.posix.basename(file).replace(/\..*/, '').split('-');

/**
 * @param {Map<string, string[]>} importers
 * @param {string[]} changed
 * @returns {string[]} nearest first: the test beside a file, then by the number of imports between, its folder and names like its own first
 */
export function nearestTests(importers, changed) {
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  const stems = new Set(changed.map((file) => file.replace(/\.\w+$/, '')));
  const words = new Set(changed.flatMap(wordsIn));
  const rank = (file) => {
    if (stems.has(file.replace(/\.test\.tsx?$/, ''))) return 0;
    const far = folders.has(path.posix.dirname(file)) ? 1 : 2;
    const alike = wordsIn(file).filter((word) => words.has(word)).length;
    return far - Math.min(alike, 9) / 10;
  };
  const seen = new Set(changed.filter((file) => importers.has(file)));
  const found = [];
  for (let level = [...seen]; level.length > 0; ) {
    found.push(
      ...level.filter(isTest).sort((one, other) => rank(one) - rank(other) || one.localeCompare(other)),
    );
    const next = new Set(level.flatMap((file) => importers.get(file)).filter((file) => !seen.has(file)));
    for (const file of next) seen.add(file);
    level = [...next];
  }
  return found;
}

/**
 * @param {string[]} tests nearest first
 * @param {string[]} changed
 * @param {number} seconds
 * @param {(file: string) => number} takes how many seconds a test file does
 * @returns {string[]} those for which there is time, beside what has changed for twice as long, and always the first
 */
export function testsWithin(tests, changed, seconds, takes) {
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  let left = seconds;
  return tests.filter((file, at) => {
    const isBeside = folders.has(path.posix.dirname(file));
    const hasTime = left - takes(file) >= (isBeside ? -seconds : 0);
    if (at === 0 || hasTime) left -= takes(file);
    return at === 0 || hasTime;
  });
}

/** More screens than this are all of them, and no hint. */
const mostScreens = 8;

/**
 * @param {Map<string, string[]>} importers
 * @param {string[]} changed
 * @returns {string[]} screens' parts: those that a changed page shows, and the few that use what has changed below them
 */
export function nearestScreens(importers, changed) {
  const isPart = (file) => file.startsWith('components/');
  const shown = [...importers].filter(([, by]) =>
    by.some((file) => file.startsWith('app/') && changed.includes(file)),
  );
  const using = changed.flatMap((file) => {
    const direct = importers.get(file) ?? [];
    const parts = [...direct, ...direct.flatMap((each) => importers.get(each) ?? [])].filter(isPart);
    return file.startsWith('lib/') && parts.length <= mostScreens ? parts : [];
  });
  return [...new Set([...shown.map(([file]) => file).filter(isPart), ...using])];
}
