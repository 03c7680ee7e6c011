-- Owners who want to hear of every download get one mail for all of a quarter of an hour.
ALTER TABLE "Account" ADD COLUMN "tellEvery" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Share" ADD COLUMN "tellEvery" BOOLEAN;
ALTER TABLE "Notice" ADD COLUMN "since" INTEGER;
