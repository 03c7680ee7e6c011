// What the sources are made of, read by a parser: their lines, functions and imports.
import fs from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const layers = ['app', 'components', 'lib'];
const isLeftOut = (file: string) => /\.test\.tsx?$|\.d\.ts$|\/generated\//.test(file);

export type Source = {
  file: string;
  text: string;
  lines: number;
  functions: number[];
  imports: string[];
  allImports: string[];
  /** And those that it imports by `import('…')` once they are needed. */
  lateImports: string[];
};

/** Excludes tests and generated code. @param root the project's folder */
export function readSources(root: string): Map<string, Source> {
  const files = layers.flatMap((layer) =>
    fs
      .readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' })
      .map((file) => `${layer}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !isLeftOut(file)),
  );
  const known = new Set(files);
  return new Map(files.map((file) => [file, readSource(root, file, known)]));
}

function readSource(root: string, file: string, known: ReadonlySet<string>): Source {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const { program, module } = parseSync(file, text);
  const lineOf = linesOf(text);
  const functions: number[] = [];
  const measure = ({ start, end }: { start: number; end: number }) => {
    functions.push(lineOf(end) - lineOf(start) + 1);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);

  const resolve = (name: string) => resolved(file, name, known);
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    file: resolve(moduleRequest.value),
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ file: resolve(moduleRequest.value), isType }] : [],
    ),
  );
  const ours = [...imported, ...passedOn].flatMap(({ file: found, isType }) =>
    found ? [{ found, isType }] : [],
  );
  const late = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    resolve(text.slice(start + 1, end - 1)),
  );
  return {
    file,
    text,
    lines: text.trimEnd().split('\n').length,
    functions,
    imports: [...new Set(ours.filter(({ isType }) => !isType).map(({ found }) => found))],
    allImports: [...new Set(ours.map(({ found }) => found))],
    lateImports: [...new Set(late.filter((found) => found !== null))],
  };
}

function resolved(from: string, name: string, known: ReadonlySet<string>): string | null {
  if (!name.startsWith('@/') && !name.startsWith('.')) return null;
  const plain = name.startsWith('@/') ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
  const candidates = ['', '.ts', '.tsx', '/index.ts'].map((ending) => plain + ending);
  return candidates.find((file) => known.has(file)) ?? null;
}

function linesOf(text: string): (place: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (place) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}

export function inCircles(sources: ReadonlyMap<string, Source>): string[] {
  const rest = new Map([...sources].map(([file, { allImports }]) => [file, allImports]));
  for (let before = Number.POSITIVE_INFINITY; rest.size < before; ) {
    before = rest.size;
    const imported = new Set([...rest.values()].flat());
    for (const [file, imports] of rest) {
      if (!imported.has(file) || !imports.some((other) => rest.has(other))) rest.delete(file);
    }
  }
  return [...rest.keys()].sort();
}

/** Folders that import each other, as "a <-> b"; types count, too. A folder and those inside it are one. */
export function mutualFolders(sources: ReadonlyMap<string, Source>): string[] {
  const arrows = new Set(
    [...sources].flatMap(([file, { allImports, lateImports }]) =>
      [...allImports, ...lateImports].map(
        (other) => `${path.posix.dirname(file)} -> ${path.posix.dirname(other)}`,
      ),
    ),
  );
  return [...arrows]
    .map((arrow) => arrow.split(' -> '))
    .filter(([a = '', b = '']) => a < b && !b.startsWith(`${a}/`) && arrows.has(`${b} -> ${a}`))
    .map((pair) => pair.join(' <-> '))
    .sort();
}
