import 'server-only';
import { config } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { dropConnections } from '@/lib/server/db/connection';
import type { DatabaseWatch } from '@/lib/server/db/watch';
import { log } from '@/lib/server/log';
import { clockOffset } from '@/lib/server/present-time';
import type { createFrontDoor, Handler } from './front-door';
import { createMetrics } from './health/prometheus';
import { createReadiness } from './health/readiness';
import type { Pages } from './pages/pages';
import type { PreparedNode } from './prepare';

export type NodeParts = {
  isStopping: boolean;
  app: Handler | null;
  watch: DatabaseWatch | null;
  pages: Pages | null;
};

export function frontDoorOptions(
  node: NodeParts,
  prepared: () => PreparedNode | undefined,
): NonNullable<Parameters<typeof createFrontDoor>[1]> {
  const isUp = () => node.watch?.isUp() === true && prepared()?.isUp() === true;
  const isStarted = () => node.app !== null;
  const readiness = createReadiness({
    storage: () => systemContext().storage,
    isRunning: () => !node.isStopping,
  });
  return {
    isOpen: (needs) => isStarted() && (needs === 'pages' || isUp()),
    probes: {
      readiness: () => (isStarted() ? readiness() : null),
      metrics: createMetrics({ isUp, pages: () => node.pages?.stats() ?? null }),
      token: () => (isStarted() ? config().METRICS_TOKEN : undefined),
    },
  };
}

export function databaseListeners(node: NodeParts) {
  return {
    onAway: (error: unknown) => {
      log().error({ event: 'database.away', err: error }, 'the database does not answer');
      dropConnections();
      node.pages?.dropConnections();
    },
    onBack: () => log().warn({ event: 'database.back' }, 'the database answers again'),
    onAnswer: () => node.pages?.setClockOffset(clockOffset()),
  };
}
