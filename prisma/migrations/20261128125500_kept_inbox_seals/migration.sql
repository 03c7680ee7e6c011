-- AlterTable
ALTER TABLE "SealedManifest" ADD COLUMN     "seal" JSONB;
