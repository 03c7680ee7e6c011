import { vi } from 'vitest';

type Listened = { [event in string]?: () => void };

/** Tells of its end once that is listened to. */
function ended<T extends object>(work: T, event: 'oncomplete' | 'onsuccess'): T {
  queueMicrotask(() => (work as Listened)[event]?.());
  return work;
}

/** A browser's databases with one table each, until globals are restored. `rows` are of all of them. */
export function stubDatabase<Row extends object>(keyOf: (row: Row) => string) {
  const rows = new Map<string, Row>();
  const nameOf = (key: string | unknown[]) => [key].flat().join();
  const table = {
    get: (key: string) => ({ result: rows.get(nameOf(key)) }),
    getAll: () => ({ result: [...rows.values()] }),
    put: (row: Row) => ({ result: rows.set(keyOf(row), structuredClone(row)) }),
    delete(range: string | string[]) {
      for (const key of rows.keys()) if (key.startsWith(nameOf(range))) rows.delete(key);
      return {};
    },
  };
  const db = { transaction: () => ended({ objectStore: () => table }, 'oncomplete'), close: () => undefined };
  const open = vi.fn(() => ended({ result: db }, 'onsuccess'));
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('IDBKeyRange', { bound: (from: string[]) => from });
  return { rows, open };
}
