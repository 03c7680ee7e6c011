import fs from 'node:fs';

/** Rests of keys behind a namespace, as all files that open it have them. */
interface Words {
  literals: Set<string>;
  templates: Map<string, RegExp>;
}

/**
 * Returns a check whether any source can show a message key: it opens the namespace, or passes its translator on, and
 * has the rest of the key as a literal. Overestimates, so unused means unused.
 */
export function usedKeys(folders = ['app', 'components', 'lib']): (key: string) => boolean {
  const wordsBehind = readWords(folders.flatMap(sourcesIn));
  return (key) =>
    namespacesOf(key).some((namespace) => {
      const words = wordsBehind.get(namespace);
      const rest = namespace === '' ? key : key.slice(namespace.length + 1);
      return (
        words && (words.literals.has(rest) || [...words.templates.values()].some((one) => one.test(rest)))
      );
    });
}

/** Returns those whose key this can be: `a.b.c` is `c` in `a.b`, `b.c` in `a` and `a.b.c` in the one without a name. */
function namespacesOf(key: string): string[] {
  const segments = key.split('.');
  return segments.map((_, count) => segments.slice(0, count).join('.'));
}

function readWords(sources: string[]): Map<string, Words> {
  const all = new Map<string, Words>();
  const anywhere = new Set(sources.flatMap(literalsIn));
  for (const source of sources) {
    const literals = calledWithVariable.test(source) ? anywhere : literalsIn(source);
    const templates = [...source.matchAll(anyTemplate)].map(([, template = '']) => pattern(template));
    for (const namespace of namespacesIn(source)) {
      const words = all.get(namespace) ?? { literals: new Set(), templates: new Map() };
      for (const literal of literals) words.literals.add(literal);
      for (const template of templates.filter((one) => one !== null))
        words.templates.set(template.source, template);
      all.set(namespace, words);
    }
  }
  return all;
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

function namespacesIn(source: string): Set<string> {
  const opened = source.matchAll(/(?:useTranslations|getTranslations)\(\s*(?:['"]([\w.]+)['"])?/g);
  const namespaces = new Set([...opened].map(([, name = '']) => name));
  if (/translator\(/.test(source)) namespaces.add('');
  return namespaces;
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
