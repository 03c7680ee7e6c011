/** A database of the browser with one table. Failures count as nothing kept, as in private windows. */
export class BrowserStore<Row extends object> {
  readonly #name: string;
  readonly #table: string;
  readonly #keyPath: string | string[];

  constructor(name: string, table: string, keyPath: string | string[]) {
    this.#name = name;
    this.#table = table;
    this.#keyPath = keyPath;
  }

  get = (key: IDBValidKey) => this.#run<Row | undefined>('readonly', (table) => table.get(key));
  all = () => this.#run<Row[]>('readonly', (table) => table.getAll());
  /** Returns undefined for a row that isn't kept. */
  put = (row: Row) => this.#run<IDBValidKey>('readwrite', (table) => table.put(row));
  delete = (key: IDBValidKey) => this.#run('readwrite', (table) => table.delete(key));
  /** All rows whose key begins so. */
  deleteBelow = (start: string[]) =>
    this.#run('readwrite', (table) => table.delete(IDBKeyRange.bound(start, [...start, []])));

  async #run<T>(
    mode: IDBTransactionMode,
    act: (table: IDBObjectStore) => IDBRequest,
  ): Promise<T | undefined> {
    let db: IDBDatabase | undefined;
    try {
      db = await this.#open();
      const transaction = db.transaction(this.#table, mode, { durability: 'strict' });
      const request = act(transaction.objectStore(this.#table));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result as T;
    } catch {
      return undefined;
    } finally {
      db?.close();
    }
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(this.#table, { keyPath: this.#keyPath });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}
