export function mergeTyped<V extends object>(typed: V, sent: V, saved: V): V {
  const before = new Map<string, unknown>(Object.entries(sent));
  const news = Object.entries(typed).filter(([field, value]) => value !== before.get(field));
  return { ...saved, ...Object.fromEntries(news) };
}
