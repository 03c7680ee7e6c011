import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { HoconParser, type Node, type Part, type Tree } from './hocon-parser';

export type Value = string | Value[] | { [key: string]: Value };
type Variables = Record<string, string | undefined>;

/**
 * A HOCON file with what it includes, as plain values; numbers stay as they are written. Files that are included and
 * `${…}` that lead nowhere are passed over, as if the line were not there.
 */
export function readHocon(file: string, variables: Variables): Value {
  const root: Tree = new Map();
  readFile(file, root, []);
  return new Resolver(root, variables).objectOf(root);
}

function readFile(file: string, into: Tree, within: string[]): void {
  const text = fs.readFileSync(file, 'utf8');
  const include = (name: string, tree: Tree) => {
    const place = path.resolve(path.dirname(file), name);
    const isThere = fs.statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
    if (isThere && place !== file && !within.includes(place)) readFile(place, tree, [...within, file]);
  };
  new HoconParser(text, include).readInto(into);
}

/** Fills in what values say of each other. */
class Resolver {
  readonly #root: Tree;
  readonly #variables: Variables;
  /** Being filled in: a reference to itself gets the earlier value. */
  readonly #open = new Set<Node>();

  constructor(root: Tree, variables: Variables) {
    this.#root = root;
    this.#variables = variables;
  }

  objectOf(tree: Tree): { [key: string]: Value } {
    const object: { [key: string]: Value } = Object.create(null);
    for (const [key, node] of tree) {
      const value = this.#valueOf(node);
      if (value !== undefined) object[key] = value;
    }
    return object;
  }

  #valueOf(node: Node): Value | undefined {
    if (this.#open.has(node)) return node.before && this.#valueOf(node.before);
    this.#open.add(node);
    const values = node.parts.map((part) => this.#partOf(part)).filter((value) => value !== undefined);
    const value = joined(values);
    // An object adds to the one before; anything else takes its place, unless it turned out to be nothing.
    const before = node.before && (value === undefined || isObject(value)) && this.#valueOf(node.before);
    this.#open.delete(node);
    if (value === undefined) return before || undefined;
    return before && isObject(before) && isObject(value) ? merged(before, value) : value;
  }

  #partOf(part: Part): Value | undefined {
    if ('text' in part) return part.text;
    if ('tree' in part) return this.objectOf(part.tree);
    if ('list' in part)
      return part.list.map((one) => this.#valueOf(one)).filter((value) => value !== undefined);
    return this.#at(part.path.split('.')) ?? this.#variables[part.path];
  }

  #at([key = '', ...rest]: string[], tree = this.#root): Value | undefined {
    const node = tree.get(key);
    const value = node && this.#valueOf(node);
    return rest.reduce<Value | undefined>(
      (inner, name) => (isObject(inner) ? inner[name] : undefined),
      value,
    );
  }
}

export const isObject = (value: unknown): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function joined(values: Value[]): Value | undefined {
  const [first, ...others] = values.filter((value) => typeof value !== 'string' || value.trim() !== '');
  if (first === undefined) return values.find((value) => value === '');
  if (isObject(first)) return others.filter(isObject).reduce(merged, first);
  if (Array.isArray(first)) return [...first, ...others.filter(Array.isArray).flat()];
  return values
    .filter((value) => typeof value === 'string')
    .join('')
    .trim();
}

function merged(one: { [key: string]: Value }, other: { [key: string]: Value }): { [key: string]: Value } {
  const result = Object.assign(Object.create(null), one);
  for (const [key, value] of Object.entries(other)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
  }
  return result;
}
