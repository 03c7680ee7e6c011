import type { NextConfig } from 'next';
import { PHASE_PRODUCTION_SERVER } from 'next/constants';

const config: NextConfig = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  // `npm run check` looks at the types, tests included; a start need not.
  typescript: { ignoreBuildErrors: true },
  // Scripts, pages and JSON at a third of their size. Files never come this way: they keep their length and ranges.
  compress: true,
  // No optimiser: uploaded images are never decoded on the server.
  images: { unoptimized: true },
  turbopack: {
    resolveAlias: {
      zod: { browser: './lib/client/no-schemas.ts' },
      '@/lib/contract/share/file': { browser: './lib/client/no-shapes.ts' },
      '@/lib/contract/share/share-shapes': { browser: './lib/client/no-shapes.ts' },
    },
  },
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

/** The plugin for words brings a compiler, which a server that was built has no use for. */
export default async function configFor(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  const withWords = createNextIntlPlugin({
    requestConfig: './lib/i18n/request.ts',
    // Sentences are taken apart when the pages are built, so no page loads what would do it.
    experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
  });
  return withWords(config);
}
