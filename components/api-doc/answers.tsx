import Markdown from 'react-markdown';
import type { Response } from '@/lib/contract/openapi/document';
import { SchemaUse } from './schema-view';

export function Answers({ answers }: { answers: [string, Response][] }) {
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
