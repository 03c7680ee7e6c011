import Markdown from 'react-markdown';
import type { Operation, Parameter, Response } from '@/lib/contract/openapi/document';
import { SchemaType, SchemaUse } from './schema-view';

export type DocumentedCall = { method: string; path: string; operation: Operation; curl: string };

const commonRefusals = new Set(['500', '503']);

export function CallArticle({ method, path, operation, curl }: DocumentedCall) {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const [body] = Object.entries(requestBody?.content ?? {});
  const answers = Object.entries(responses);
  const refusals = answers.filter(([status]) => Number(status) >= 400 && !commonRefusals.has(status));
  return (
    <article
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="scroll-mt-6 py-8 [&_code]:font-mono [&_code]:text-[13px]"
    >
      <h3 id={`${operationId}-title`} className="text-lg font-semibold tracking-tight text-pretty">
        <a href={`#${operationId}`} className="hover:underline hover:underline-offset-4">
          {summary}
        </a>
      </h3>
      <p className="mt-1 font-mono text-[13px] break-all">
        <span className="font-semibold">{method}</span> {path}
      </p>
      <p className="mt-1 text-sm text-muted">{callerText(operation, path)}</p>
      <pre className="mt-4 rounded-control bg-sunken px-4 py-3 text-[13px] break-words whitespace-pre-wrap">
        <code className="font-mono">{curl}</code>
      </pre>
      {parameters.length > 0 && (
        <Section title="Parameters">
          <Parameters parameters={parameters} />
        </Section>
      )}
      {body && (
        <Section title={`Body: ${body[0]}`}>
          {body[0] === 'application/json' ? (
            <SchemaUse schema={body[1].schema} label="Body" />
          ) : (
            <p className="text-sm text-muted">Bytes as they are.</p>
          )}
        </Section>
      )}
      <Section title="Answers">
        <Answers answers={answers.filter(([status]) => Number(status) < 400)} />
      </Section>
      {refusals.length > 0 && (
        <Section title="Refusals">
          <Answers answers={refusals} />
        </Section>
      )}
    </article>
  );
}

function callerText({ security }: Operation, path: string): string {
  const [scheme] = security.flatMap((entry) => Object.keys(entry));
  if (path.includes('/admin/')) return 'For admins';
  if (scheme === undefined) return 'For everybody';
  return scheme === 'alias' ? 'For anyone who knows the alias' : 'For signed-in accounts';
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="mt-5">
      <h4 className="mb-2 text-sm font-medium text-muted">{title}</h4>
      {children}
    </section>
  );
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
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

function Answers({ answers }: { answers: [string, Response][] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {answers.map(([status, answer]) => (
        <div key={status} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
          <dt className="font-mono text-[13px] tabular-nums">{status}</dt>
          <dd className="flex flex-col gap-2">
            <Markdown>{answer.description}</Markdown>
            {Number(status) < 400 && <AnswerParts answer={answer} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AnswerParts({ answer: { headers = {}, content = {} } }: { answer: Response }) {
  const [body] = Object.entries(content);
  return (
    <>
      {body?.[0] === 'application/json' ? (
        <SchemaUse schema={body[1].schema} label="Answer" />
      ) : (
        body && <p className="font-mono text-[13px]">{body[0]}</p>
      )}
      {Object.entries(headers).map(([name, { description }]) => (
        <p key={name}>
          <span className="font-mono text-[13px]">{name}</span>{' '}
          <span className="text-muted">{description}</span>
        </p>
      ))}
    </>
  );
}
