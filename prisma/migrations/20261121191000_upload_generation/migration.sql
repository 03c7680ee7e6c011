-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "generation" BIGINT NOT NULL DEFAULT 0;
