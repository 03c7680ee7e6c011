import fs from 'node:fs';

const folders = ['app', 'components', 'lib'];

/**
 * Returns a check whether any source can show a message key: it opens the namespace, or passes its translator on, and
 * has the rest of the key as a literal. Overestimates, so unused means unused.
 */
export function usedKeys(): (key: string) => boolean {
  const files = folders.flatMap(sourcesIn).map(readKeys);
  return (key) => files.some(({ namespaces, words }) => namespaces.some((name) => isUsed(key, name, words)));
}

function isUsed(key: string, namespace: string, words: RegExp[]): boolean {
  if (namespace !== '' && !key.startsWith(`${namespace}.`)) return false;
  const rest = namespace === '' ? key : key.slice(namespace.length + 1);
  return words.some((word) => word.test(rest));
}

function sourcesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|generated/.test(name))
    .map((name) => fs.readFileSync(`${folder}/${name}`, 'utf8'));
}

const anyLiteral = /(['"])([\w.-]+)\1/g;
const anyTemplate = /`([\w.-]*\$\{[^`]*)`/g;
/** A translator called with a variable: the key comes from somewhere else. */
const calledWithVariable = /\bt\w*(?:\.rich)?\(\s*[a-zA-Z_$][\w.$?]*\s*[,)?]/;

function readKeys(source: string, _index: number, all: string[]) {
  const opened = [...source.matchAll(/(?:useTranslations|getTranslations)\(\s*(?:['"]([\w.]+)['"])?/g)];
  const namespaces = opened.map(([, name = '']) => name);
  if (/translator\(/.test(source)) namespaces.push('');
  const literals = calledWithVariable.test(source) ? all.flatMap(literalsIn) : literalsIn(source);
  const templates = [...source.matchAll(anyTemplate)].map(([, template = '']) => pattern(template));
  return { namespaces, words: [...literals.map(pattern), ...templates].filter((word) => word !== null) };
}

const literalsIn = (source: string) => [...source.matchAll(anyLiteral)].map(([, , literal = '']) => literal);

/**
 * Turns a template into a pattern. A slot stands for one or more segments; a template of slots alone matches nothing.
 */
function pattern(text: string): RegExp | null {
  const parts = text.split(/\$\{[^}]*\}/);
  if (!/^[\w.-]+$/.test(parts.join(''))) return null;
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`);
}
