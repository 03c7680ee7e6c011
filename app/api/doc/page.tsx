import type { Metadata } from 'next';
import Markdown from 'react-markdown';
import { CallArticle, type DocumentedCall } from '@/components/api-doc/call-article';
import { type CallGroup, Contents } from '@/components/api-doc/contents';
import { SchemaUse } from '@/components/api-doc/schema-view';
import { curlLine } from '@/lib/contract/openapi/curl';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { openApiDocument } from '@/lib/server/http/openapi';

export const metadata: Metadata = { title: 'API' };

/** In English, like the OpenAPI document. */
export default function ApiDocPage() {
  const document = openApiDocument();
  const groups = groupsOf(document);
  const schemas = Object.entries(document.components.schemas);
  return (
    <div lang="en" className="mx-auto max-w-6xl gap-12 px-6 lg:grid lg:grid-cols-[17rem_1fr]">
      <main className="min-w-0 py-10 lg:order-2">
        <h1 className="text-2xl font-semibold tracking-tight">{document.info.title}</h1>
        <p className="mt-1 text-sm text-muted">
          Version {document.info.version} ·{' '}
          <a href="/api/v2/openapi.json" className="underline underline-offset-2">
            as OpenAPI 3.1
          </a>
        </p>
        <div className="mt-6 flex max-w-prose flex-col gap-3 [&_code]:font-mono [&_code]:text-[0.9em]">
          <Markdown>{document.info.description}</Markdown>
        </div>
        {groups.map(({ name, description, calls }) => (
          <section key={name} id={`group-${name}`} className="mt-12 divide-y divide-line">
            <h2 className="pb-2 text-xl font-semibold tracking-tight">{description}</h2>
            {calls.map((call) => (
              <CallArticle key={call.operation.operationId} {...call} />
            ))}
          </section>
        ))}
        <section className="mt-12">
          <h2 className="pb-2 text-xl font-semibold tracking-tight">Shapes</h2>
          {schemas.map(([name, schema]) => (
            <section key={name} id={`schema-${name}`} className="scroll-mt-6 py-6">
              <h3 className="mb-2 font-mono text-sm font-semibold">{name}</h3>
              <SchemaUse schema={schema} label={name} />
            </section>
          ))}
        </section>
      </main>
      <div className="hidden lg:block">
        <Contents groups={groups} schemas={schemas.map(([name]) => name)} />
      </div>
    </div>
  );
}

function groupsOf(document: OpenApiDocument): CallGroup[] {
  const calls: DocumentedCall[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      return { method, path, operation, curl: curlLine({ method, path, operation }, document) };
    }),
  );
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
}
