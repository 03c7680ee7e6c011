import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** The operator wrote this Markdown, so links and pictures are trusted. The page has an `h1` already. */
export function OperatorText({ text }: { text: string }) {
  return (
    <div className="wrap-anywhere [&_:is(h2,h3,h4)]:font-semibold [&_:is(h2,h3,h4)]:text-ink [&_h2]:text-base [&_:is(ol,ul)]:pl-5 [&_:is(h2,h3,h4,p,ul,ol)+*]:mt-2 [&_a:hover]:text-ink [&_a]:underline [&_a]:underline-offset-3 [&_img]:inline [&_img]:max-h-24 [&_ol]:list-decimal [&_strong]:font-semibold [&_ul]:list-disc">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={{ h1: 'h2' }}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
