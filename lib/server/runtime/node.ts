import 'server-only';
import { config } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { dropConnections } from '@/lib/server/db/sockets';
import type { DatabaseWatch } from '@/lib/server/db/watch';
import { log } from '@/lib/server/log';
import type { createFrontDoor, Handler } from './front-door';
import { createFigures } from './health/figures';
import { createReadiness } from './health/readiness';
import type { Pages } from './pages/pages';
import type { Prepared } from './prepare';

/** The parts of this process, as far as they are there yet. */
export type Node = {
  stopping: Promise<void>;
  isStopping: boolean;
  app: Handler | null;
  watch: DatabaseWatch | null;
  pages: Pages | null;
};

/** What the front door has to know about the node: whether it can answer, and how it is. */
export function doorOf(
  node: Node,
  prepared: () => Prepared | undefined,
): NonNullable<Parameters<typeof createFrontDoor>[1]> {
  const isUp = () => node.watch?.isUp() === true && prepared()?.isUp() === true;
  const isStarted = () => node.app !== null;
  const readiness = createReadiness({
    storage: () => systemContext().storage,
    isRunning: () => !node.isStopping,
  });
  return {
    isOpen: (needs) => isStarted() && (needs === 'pages' || isUp()),
    watched: {
      readiness: () => (isStarted() ? readiness() : null),
      metrics: createFigures({ isUp, pages: () => node.pages?.stats() ?? null }),
      token: () => (isStarted() ? config().METRICS_TOKEN : undefined),
    },
  };
}

/** Requests that wait for a database that is away fail now: its answer would come too late, if at all. */
export function databaseNews(node: Node) {
  return {
    onAway: (error: unknown) => {
      log().error({ event: 'database.away', err: error }, 'the database does not answer');
      dropConnections();
      node.pages?.dropConnections();
    },
    onBack: () => log().warn({ event: 'database.back' }, 'the database answers again'),
  };
}
