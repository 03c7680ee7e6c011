-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "groups" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "refused" BOOLEAN NOT NULL DEFAULT false;

