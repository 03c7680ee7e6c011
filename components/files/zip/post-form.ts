/** Submits a form whose response is a download, so the page stays. */
export function postForm(action: string, fields: readonly string[][]): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name = '', value = ''] of fields) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
