import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/** Reads again all that a change made stale, also a first answer on its way that may have been read before the change. */
export class AnswerCache extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active' }))
      void query.cancel({ silent: true });
    return super.invalidateQueries(filters);
  }
}
