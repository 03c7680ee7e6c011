declare module 'tus-js-client-1' {
  /** Only the options that tests set; that version had no types. */
  type Options = Record<string, unknown>;
  class Upload {
    constructor(file: unknown, options: Options);
    url: string | null;
    start(): void;
    abort(): void;
  }
  class FileStorage {
    constructor(file: string);
  }
  const tus: { Upload: typeof Upload; FileStorage: typeof FileStorage };
  export default tus;
}
