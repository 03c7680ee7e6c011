import { auth } from './auth';
import type { Endpoint } from './endpoint';
import { info } from './info';
import { open } from './open';
import { share } from './share';

/** The one list of calls: OpenAPI and the tests walk it. */
export const endpoints: Endpoint[] = [auth, info, share, open].flatMap((group) => Object.values(group));
