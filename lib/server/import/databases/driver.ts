export type DatabaseDriver = {
  /** SQL condition for the schema name. */
  schemaCondition: string;
  query: (sql: string, values: readonly unknown[]) => Promise<unknown[]>;
  close: () => Promise<void>;
};
