declare module '@11ty/eleventy' {
  type Token = {
    type: string;
    tag: string;
    content: string;
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  };
  type MarkdownState = { tokens: Token[]; env: { page: { inputPath: string } } };
  type MarkdownLibrary = {
    core: { ruler: { push(name: string, rule: (state: MarkdownState) => void): void } };
  };
  export type MarkdownToken = Token;
  export type EleventyConfig = {
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, content: string): void;
    addPassthroughCopy(paths: Record<string, string>): void;
    amendLibrary(name: 'md', change: (library: MarkdownLibrary) => void): void;
    setIncludesDirectory(path: string): void;
    setTemplateFormats(formats: string[]): void;
    setUseGitIgnore(isUsed: boolean): void;
  };
  type Options = { quietMode: boolean; configPath: false; config: (config: EleventyConfig) => void };
  export default class Eleventy {
    constructor(input: string, output: string, options: Options);
    write(): Promise<unknown>;
  }
}
