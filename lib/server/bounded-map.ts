import 'server-only';

/** A map of at most so many entries: beyond that, the one that was set longest ago goes. */
export class BoundedMap<K, V> extends Map<K, V> {
  private readonly most: number;
  private readonly onEvict: (value: V) => void;

  constructor(most: number, onEvict: (value: V) => void = () => undefined) {
    super();
    this.most = most;
    this.onEvict = onEvict;
  }

  override set(key: K, value: V): this {
    this.delete(key); // an entry that is set again becomes the last
    super.set(key, value);
    if (this.size > this.most) this.evictOldest();
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
