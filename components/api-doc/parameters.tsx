import Markdown from 'react-markdown';
import type { Parameter } from '@/lib/contract/openapi/document';
import { SchemaType } from './schema-view';

export function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {parameters.map(({ name, in: location, required, description, schema }) => (
        <div key={`${location} ${name}`} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
          <dt className="break-words">
            <span className="font-mono text-[13px]">{name}</span>
            <span className="text-muted">
              {' '}
              {location}
              {!required && ', optional'}
            </span>
          </dt>
          <dd className="text-muted">
            <SchemaType schema={schema} />
            {description && (
              <div className="text-ink">
                <Markdown>{description}</Markdown>
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
