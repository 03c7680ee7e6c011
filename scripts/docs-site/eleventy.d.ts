declare module '@11ty/eleventy' {
  import type { SourcePage } from './source-pages';

  export type MarkdownToken = {
    type: string;
    content: string;
    children: MarkdownToken[] | null;
    attrs: [name: string, value: string][] | null;
    attrSet(name: string, value: string): void;
  };
  type MarkdownState = { tokens: MarkdownToken[]; env: { source: SourcePage } };
  type MarkdownLibrary = {
    core: { ruler: { push(name: string, rule: (state: MarkdownState) => void): void } };
  };
  export type EleventyConfig = {
    addTemplate(path: string, content: string, data: Record<string, unknown>): void;
    amendLibrary(name: 'md', change: (library: MarkdownLibrary) => void): void;
    setIncludesDirectory(path: string): void;
    setTemplateFormats(formats: string[]): void;
  };
  type Options = { quietMode: boolean; configPath: false; config: (config: EleventyConfig) => void };
  export default class Eleventy {
    constructor(input: string, output: string, options: Options);
    write(): Promise<unknown>;
  }
}
