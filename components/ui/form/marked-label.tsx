type MarkedLabelProps = { text: string; mark: string; isRequired: boolean };

/** The mark of a required field is hidden from assistive technology, which reads the control's own `required`. */
export function MarkedLabel({ text, mark, isRequired }: MarkedLabelProps) {
  return (
    <>
      <span className="wrap-anywhere">{text}</span>
      <span aria-hidden={isRequired || undefined} className="font-normal text-muted">
        {' '}
        {mark}
      </span>
    </>
  );
}
