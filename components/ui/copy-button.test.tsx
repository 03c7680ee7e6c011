import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '@/testing/screens/mount';
import { CopyButton } from './copy-button';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As browsers are where the server has plain http. */
function openOnPlainHttp(isAllowed: boolean) {
  const mounted = mount(
    <CopyButton text="the link" label="Copy" copiedLabel="Copied" failedLabel="Not copied" />,
  );
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  vi.spyOn(HTMLTextAreaElement.prototype, 'select').mockImplementation(function (this: HTMLElement) {
    this.focus(); // as browsers do
  });
  const taken: string[] = [];
  document.execCommand = () => {
    const { activeElement } = document;
    if (isAllowed && activeElement instanceof HTMLTextAreaElement) taken.push(activeElement.value);
    return isAllowed;
  };
  return { ...mounted, taken };
}

test('without the clipboard of https a text is copied, too, and the focus stays at the button', async () => {
  const { person, taken } = openOnPlainHttp(true);
  const button = screen.getByRole('button', { name: 'Copy' });
  await person.click(button);
  await screen.findByRole('button', { name: 'Copied' });
  expect(taken).toEqual(['the link']);
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Copied');
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
});

test('a browser that lets nothing be copied is told of, and the focus stays as well', async () => {
  const { person } = openOnPlainHttp(false);
  const button = screen.getByRole('button', { name: 'Copy' });
  await person.click(button);
  await screen.findByRole('button', { name: 'Not copied' });
  expect(document.activeElement).toBe(button);
});
