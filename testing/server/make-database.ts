// Makes a migrated cluster in the folder that is given, for test servers to copy.
import path from 'node:path';
import { migrate } from '@/lib/server/db/migrate';
import { socketFolder, startPostgres } from '@/lib/server/runtime/postgres/server';

const dir = path.join(process.argv[2] ?? '', 'postgres');
const postgres = await startPostgres(dir, socketFolder(dir));
await migrate(postgres.url, 'prisma/migrations');
await postgres.stop();
