-- Bytes of a day are counted here, too, and more than 2 GiB of them don't fit 32 bits.
ALTER TABLE "RateLimit" ALTER COLUMN "count" SET DATA TYPE BIGINT;
