export function PlainNote({ text }: { text: string }) {
  return (
    <div className="text-[15px]/6 [overflow-wrap:anywhere] [&>*+*]:mt-3">
      {text.split(/\n\s*\n/).map((paragraph, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
        <p key={nth} dir="auto" className="whitespace-pre-wrap">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
