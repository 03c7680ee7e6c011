import 'server-only';
import { BadConfiguration } from '@/lib/server/config';

export type HoconNode = { parts: HoconPart[]; before?: HoconNode };
export type HoconTree = Map<string, HoconNode>;
export type HoconPart = { text: string } | { tree: HoconTree } | { list: HoconNode[] } | { path: string };

const special = /[$"{}[\]:=,+#`^?!@*&\\\n]/;

/** Parses HOCON (github.com/lightbend/config) into a tree with unresolved `${…}`. */
export class HoconParser {
  readonly #text: string;
  readonly #include: (name: string, into: HoconTree) => void;
  #at = 0;

  constructor(text: string, include: (name: string, into: HoconTree) => void) {
    this.#text = text;
    this.#include = include;
  }

  readInto(tree: HoconTree): void {
    this.#skip(true);
    const isBraced = this.#take('{');
    this.#members(tree, isBraced);
    this.#skip(true);
    if (this.#at < this.#text.length) this.#fail('unexpected text');
  }

  #members(tree: HoconTree, isBraced: boolean): void {
    for (;;) {
      this.#skip(true, ',');
      if (this.#at >= this.#text.length) {
        if (isBraced) this.#fail('a "}" is missing');
        return;
      }
      if (isBraced && this.#take('}')) return;
      this.#member(tree);
    }
  }

  #member(tree: HoconTree): void {
    const include = this.#match(/include\s+(?:\w+\s*\(\s*)*"([^"\n]*)"[\s)]*/y);
    if (include) this.#include(include[1] ?? '', tree);
    else {
      const keys = this.#keys();
      set(tree, keys, this.#assigned(keys));
    }
  }

  #assigned(keys: string[]): HoconNode {
    this.#skip(false);
    if (this.#peek() === '{') return this.#value();
    if (this.#take('+=')) {
      this.#skip(true);
      return { parts: [{ path: keys.join('.') }, { list: [this.#value()] }] };
    }
    if (!this.#take('=') && !this.#take(':')) this.#fail('"=" is missing');
    this.#skip(true);
    return this.#value();
  }

  #keys(): string[] {
    const keys: string[] = [];
    do {
      this.#skip(false);
      const quoted = this.#quoted();
      const key = quoted ?? this.#match(/[^\s.$"{}[\]:=,+#]+/y)?.[0];
      if (key === undefined) this.#fail('a key is missing');
      keys.push(key);
      this.#skip(false);
    } while (this.#take('.'));
    return keys;
  }

  #value(): HoconNode {
    const parts: HoconPart[] = [];
    for (;;) {
      const blank = this.#match(/[ \t]+/y)?.[0] ?? '';
      const part = this.#part();
      if (!part) break;
      if (blank !== '' && parts.length > 0) parts.push({ text: blank });
      parts.push(part);
    }
    if (parts.length === 0) this.#fail('a value is missing');
    return { parts };
  }

  #part(): HoconPart | null {
    const next = this.#peek();
    if (next === '{' && this.#take('{')) {
      const tree: HoconTree = new Map();
      this.#members(tree, true);
      return { tree };
    }
    if (next === '[' && this.#take('[')) return { list: this.#list() };
    const path = this.#match(/\$\{\??\s*([^}\n]+?)\s*\}/y)?.[1];
    if (path !== undefined) return { path: path.replaceAll('"', '') };
    const quoted = this.#quoted();
    if (quoted !== null) return { text: quoted };
    const bare = this.#bare();
    return bare === '' ? null : { text: bare };
  }

  #list(): HoconNode[] {
    const list: HoconNode[] = [];
    for (;;) {
      this.#skip(true, ',');
      if (this.#take(']')) return list;
      list.push(this.#value());
    }
  }

  #quoted(): string | null {
    const long = this.#match(/"""([\s\S]*?"*)"""/y)?.[1];
    if (long !== undefined) return long;
    const short = this.#match(/"(?:[^"\\\n]|\\.)*"/y)?.[0];
    if (short === undefined) return null;
    try {
      return JSON.parse(short) as string;
    } catch {
      return this.#fail('a text in quotes can’t be read');
    }
  }

  #bare(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !special.test(this.#peek()) && !this.#isComment()) this.#at++;
    const text = this.#text.slice(from, this.#at);
    const bare = text.trimEnd();
    this.#at -= text.length - bare.length;
    return bare;
  }

  #skip(acrossLines: boolean, alsoOver = ''): void {
    for (;;) {
      const next = this.#peek();
      if (this.#isComment()) this.#match(/[^\n]*/y);
      else if (
        next !== '' &&
        (/[ \t\r\uFEFF]/.test(next) || (acrossLines && next === '\n') || next === alsoOver)
      )
        this.#at++;
      else return;
    }
  }

  #isComment = (): boolean => this.#peek() === '#' || this.#text.startsWith('//', this.#at);
  #peek = (): string => this.#text.charAt(this.#at);

  #take(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  #fail(what: string): never {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    throw new BadConfiguration(`The configuration can’t be read: line ${line}, ${what}.`);
  }
}

function set(tree: HoconTree, [key = '', ...rest]: string[], node: HoconNode): void {
  const before = tree.get(key);
  if (rest.length === 0) {
    tree.set(key, before ? { ...node, before } : node);
    return;
  }
  const inner: HoconTree = new Map();
  set(inner, rest, node);
  tree.set(key, before ? { parts: [{ tree: inner }], before } : { parts: [{ tree: inner }] });
}
