// Makes a migrated cluster in the folder that is given, for test servers to copy.
import path from 'node:path';
import { migrate } from '@/lib/server/boot/migrate';
import { startPostgres } from '@/lib/server/boot/postgres/server';
import { socketFolder } from '@/lib/server/boot/socket-folder';
import { hurry } from '@/test/hurry';

const dir = path.join(process.argv[2] ?? '', 'postgres');
const postgres = await startPostgres(dir, socketFolder(dir));
await migrate(postgres.url, 'prisma/migrations');
await hurry(postgres.url);
await postgres.stop();
