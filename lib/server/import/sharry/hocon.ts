import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { type HoconNode, HoconParser, type HoconPart, type HoconTree } from './hocon-parser';

export type HoconValue = string | HoconValue[] | { [key: string]: HoconValue };
export type EnvVariables = Record<string, string | undefined>;

/** Reads a HOCON file with its includes. Numbers stay text. Missing includes and unresolved `${…}` are ignored. */
export function readHocon(file: string, variables: EnvVariables): HoconValue {
  const root: HoconTree = new Map();
  readFile(file, root, []);
  return new Resolver(root, variables).objectOf(root);
}

function readFile(file: string, into: HoconTree, within: string[]): void {
  const text = fs.readFileSync(file, 'utf8');
  const include = (name: string, tree: HoconTree) => {
    const included = path.resolve(path.dirname(file), name);
    const isThere = fs.statSync(included, { throwIfNoEntry: false })?.isFile() ?? false;
    if (isThere && included !== file && !within.includes(included))
      readFile(included, tree, [...within, file]);
  };
  new HoconParser(text, include).readInto(into);
}

class Resolver {
  readonly #root: HoconTree;
  readonly #variables: EnvVariables;
  /** Nodes being resolved: a self-reference gets the previous value. */
  readonly #open = new Set<HoconNode>();

  constructor(root: HoconTree, variables: EnvVariables) {
    this.#root = root;
    this.#variables = variables;
  }

  objectOf(tree: HoconTree): { [key: string]: HoconValue } {
    const object: { [key: string]: HoconValue } = Object.create(null);
    for (const [key, node] of tree) {
      const value = this.#valueOf(node);
      if (value !== undefined) object[key] = value;
    }
    return object;
  }

  #valueOf(node: HoconNode): HoconValue | undefined {
    if (this.#open.has(node)) return node.before && this.#valueOf(node.before);
    this.#open.add(node);
    const values = node.parts.map((part) => this.#partOf(part)).filter((value) => value !== undefined);
    const value = joinValues(values);
    // An object is merged with the previous value; any other value replaces it, unless it resolves to nothing.
    const before = node.before && (value === undefined || isObject(value)) && this.#valueOf(node.before);
    this.#open.delete(node);
    if (value === undefined) return before || undefined;
    return before && isObject(before) && isObject(value) ? mergeObjects(before, value) : value;
  }

  #partOf(part: HoconPart): HoconValue | undefined {
    if ('text' in part) return part.text;
    if ('tree' in part) return this.objectOf(part.tree);
    if ('list' in part)
      return part.list.map((one) => this.#valueOf(one)).filter((value) => value !== undefined);
    return this.#at(part.path.split('.')) ?? this.#variables[part.path];
  }

  #at([key = '', ...rest]: string[], tree = this.#root): HoconValue | undefined {
    const node = tree.get(key);
    const value = node && this.#valueOf(node);
    return rest.reduce<HoconValue | undefined>(
      (inner, name) => (isObject(inner) ? inner[name] : undefined),
      value,
    );
  }
}

export const isObject = (value: unknown): value is { [key: string]: HoconValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function joinValues(values: HoconValue[]): HoconValue | undefined {
  const [first, ...others] = values.filter((value) => typeof value !== 'string' || value.trim() !== '');
  if (first === undefined) return values.find((value) => value === '');
  if (isObject(first)) return others.filter(isObject).reduce(mergeObjects, first);
  if (Array.isArray(first)) return [...first, ...others.filter(Array.isArray).flat()];
  return values
    .filter((value) => typeof value === 'string')
    .join('')
    .trim();
}

function mergeObjects(
  one: { [key: string]: HoconValue },
  other: { [key: string]: HoconValue },
): { [key: string]: HoconValue } {
  const result = Object.assign(Object.create(null), one);
  for (const [key, value] of Object.entries(other)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? mergeObjects(before, value) : value;
  }
  return result;
}
