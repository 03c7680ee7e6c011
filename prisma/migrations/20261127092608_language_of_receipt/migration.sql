-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "language" TEXT;

