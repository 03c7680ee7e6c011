import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { fingerprint } from './scripts/lib/fingerprint.mjs';
import { pagesId } from './scripts/lib/settle.mjs';

const config: NextConfig = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // Of the sources (scripts/lib/settle.mjs), so that all who build them get the same pages.
  generateBuildId: () => pagesId(fingerprint()),
  // Every page has its title at once, not only for bots: streamed, the old one would be gone for a moment before it comes.
  htmlLimitedBots: /.*/,
  // `npm run check` looks at the types, tests included; a start need not.
  typescript: { ignoreBuildErrors: true },
  // Scripts, pages and JSON at a third of their size. Files never come this way: they keep their length and ranges.
  compress: true,
  // No optimiser: uploaded images are never decoded on the server.
  images: { unoptimized: true },
  // A cache of the build is 240 MB and half a gigabyte of memory, for the one build that most machines make.
  experimental: { turbopackFileSystemCacheForBuild: false },
  turbopack: {
    resolveAlias: {
      zod: { browser: './lib/client/no-schemas.ts' },
      '@/lib/contract/fields': { browser: './lib/client/no-shapes.ts' },
      '@/lib/contract/share/file': { browser: './lib/client/no-shapes.ts' },
      '@/lib/contract/share/open-share': { browser: './lib/client/no-shapes.ts' },
      '@/lib/contract/share/share-shapes': { browser: './lib/client/no-shapes.ts' },
    },
  },
  redirects: async () => [
    { source: '/app/alias/:id/deliveries', destination: '/app/received?alias=:id', permanent: true },
  ],
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: [
    'argon2',
    'pg',
    'pino',
    '@prisma/client',
    '@prisma/adapter-pg',
    '@aws-sdk/client-s3',
    '@aws-sdk/s3-request-presigner',
  ],
};

const withWords = createNextIntlPlugin({
  requestConfig: './lib/server/http/page-language.ts',
  // Sentences are taken apart when the pages are built, so no page loads what would do it.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withWords(config);
