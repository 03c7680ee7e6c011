import 'server-only';
import type { Config } from '@/lib/server/config';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import { diskStorage } from './disk/disk-storage';
import { diskFolders } from './disk/folders';
import { reserveFreeSpace } from './disk/free-space';
import type { Storage } from './port';
import type { BucketSettings } from './s3/part-store';
import { bucketStorage } from './s3/s3-storage';

export const storageFor = (config: Config, db: PrismaClient, kind = config.STORAGE): Storage =>
  kind === 's3' ? bucketStorage(bucketSettings(config), db) : configuredDisk(config);

function configuredDisk(config: Config): Storage {
  const { STORAGE, MIN_FREE_DISK } = config;
  const folders = diskFolders(config);
  const disk = diskStorage(folders, { isMarked: STORAGE === 'disk' });
  return MIN_FREE_DISK.bytes === 0 ? disk : reserveFreeSpace(disk, folders.root, MIN_FREE_DISK);
}

export function bucketSettings(config: Config): BucketSettings {
  return {
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET ?? '',
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    prefix: config.S3_PREFIX,
    hasChecksums: config.S3_CHECKSUMS === 'md5',
    encryption: config.S3_SSE === 'off' ? undefined : config.S3_SSE,
    encryptionKey: config.S3_SSE_KEY,
  };
}
