/** What the browser must know to send files; a page hands it over with its first paint. */
export type UploadSettings = {
  /** Whose uploads these are: a continued one is offered to nobody else in the same browser. */
  accountId: string;
  /** For all files of a share together. */
  maxSizeBytes: number;
  chunkSizeBytes: number;
  retryDelaysMs: readonly number[];
};

/** What the form for a new share must know. */
export type CreateSettings = {
  upload: UploadSettings;
  maxValidityMs: number;
  defaultValidityMs: number;
  isPasswordNeeded: boolean;
  /** Links are made from this alone. */
  baseUrl: string;
};
