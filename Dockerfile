# Built once, on the machine that builds; nothing in it depends on the machine that runs it.
FROM --platform=${BUILDPLATFORM:-linux} node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error
COPY . .
ARG COMMIT=unknown
ENV SLIPWAY_COMMIT=$COMMIT
RUN npm run build && rm -rf .next/cache

# The packages that run, with their binaries (PostgreSQL, argon2) for the machine that runs them: amd64 or arm64.
FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# What is removed only builds.
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error \
  && cd node_modules && rm -rf @electric-sql @esbuild @napi-rs @next/swc-* @playwright @prisma/dev @prisma/engines* \
  @prisma/studio-core @tailwindcss @typescript effect elkjs esbuild lightningcss* pdfjs-dist playwright playwright-core \
  prisma tailwindcss typescript

FROM node:24-bookworm-slim
# Thumbnails of videos; and a name for any account, without which PostgreSQL makes no database.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg libnss-wrapper && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/public ./public
COPY --from=build /app/.next ./.next
COPY --from=build /app/dist ./dist
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/lib/server/background.mjs ./lib/server/background.mjs
COPY --from=build /app/lib/server/transfer/receive/hash-worker.mjs ./lib/server/transfer/receive/hash-worker.mjs
COPY --from=build /app/lib/server/auth/bcrypt-worker.mjs ./lib/server/auth/bcrypt-worker.mjs
COPY --from=build /app/lib/server/notes/note-worker.mjs ./lib/server/notes/note-worker.mjs
COPY --from=build /app/lib/domain/note/as-written.mjs ./lib/domain/note/as-written.mjs
COPY --from=build /app/lib/server/transfer/listing/workbook-worker.mjs ./lib/server/transfer/listing/workbook-worker.mjs
COPY --from=build /app/lib/server/thumbnails/thumbnail-worker.mjs ./lib/server/thumbnails/thumbnail-worker.mjs
COPY --from=build /app/lib/server/storage/disk/write-worker.mjs ./lib/server/storage/disk/write-worker.mjs
COPY --from=build /app/lib/server/storage/disk/disk-worker.mjs ./lib/server/storage/disk/disk-worker.mjs
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/messages ./messages
COPY --from=build /app/docs/use/guide.md ./docs/use/guide.md
RUN mkdir -m 777 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--initial-heap-size=256", "--min-semi-space-size=16", "--max-semi-space-size=32", "scripts/start.mjs"]
