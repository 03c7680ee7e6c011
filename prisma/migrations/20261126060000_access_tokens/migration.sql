-- Access tokens are sessions of another kind: with a name, rights of their own, and a secret that is kept as its hash.
ALTER TABLE "Session" ADD COLUMN "name" TEXT,
  ADD COLUMN "secretHash" TEXT,
  ADD COLUMN "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "networks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
