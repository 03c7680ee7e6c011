/** What a driver does. */
export type Asked = {
  /** The schemas whose tables are meant, as the end of a condition in SQL. */
  schemas: string;
  ask: (sql: string, values: readonly unknown[]) => Promise<unknown[]>;
  close: () => Promise<void>;
};
