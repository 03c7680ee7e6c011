import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** Markdown out of the configuration. The operator wrote it, so pictures and links are as they should be. */
export function OperatorText({ text }: { text: string }) {
  return (
    <div className="wrap-anywhere [&_:is(ol,ul)]:pl-5 [&_:is(p,ul,ol)+*]:mt-2 [&_a:hover]:text-ink [&_a]:underline [&_a]:underline-offset-3 [&_img]:inline [&_img]:max-h-24 [&_ol]:list-decimal [&_strong]:font-semibold [&_ul]:list-disc">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={{ h1: 'p', h2: 'p', h3: 'p', h4: 'p' }}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
