export type DatabaseDriver = {
  schemaCondition: string;
  query: (sql: string, values: readonly unknown[]) => Promise<unknown[]>;
  close: () => Promise<void>;
};
