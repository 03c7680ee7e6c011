import 'server-only';

export class BoundedMap<K, V> extends Map<K, V> {
  private readonly maxEntries: number;
  private readonly onEvict: (value: V) => void;

  constructor(maxEntries: number, onEvict: (value: V) => void = () => undefined) {
    super();
    this.maxEntries = maxEntries;
    this.onEvict = onEvict;
  }

  override set(key: K, value: V): this {
    this.delete(key); // moves it to the end
    super.set(key, value);
    if (this.size > this.maxEntries) this.evictOldest();
    return this;
  }

  private evictOldest(): void {
    for (const [key, value] of this) {
      this.delete(key);
      this.onEvict(value);
      return;
    }
  }
}
