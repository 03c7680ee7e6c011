-- Owners are told before a link ends, unless they want it otherwise.
ALTER TABLE "Account" ADD COLUMN "tellEnd" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "Share" ADD COLUMN "tellEnd" BOOLEAN;
ALTER TABLE "Publication" ADD COLUMN "reminded" INTEGER NOT NULL DEFAULT 0;
