-- AlterTable: rows of before keep null, because nobody knows when they were added
ALTER TABLE "AliasMember" ADD COLUMN     "createdAt" TIMESTAMPTZ(3);
ALTER TABLE "AliasMember" ALTER COLUMN "createdAt" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "Notice" ADD COLUMN     "facts" JSONB;
