import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '@/testing/screens/mount';
import { UndoDone } from './undo-done';

afterEach(() => vi.useRealTimers());

const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

function open() {
  vi.useFakeTimers();
  const onEnd = vi.fn();
  mount(<UndoDone name="Ada" onUndo={vi.fn()} onEnd={onEnd} />);
  return { onEnd, undo: screen.getByRole('button', { name: 'Undo: Ada is done' }) };
}

test('the word of what was done goes by itself after ten seconds', async () => {
  const { onEnd } = open();
  await later(9);
  expect(onEnd).not.toHaveBeenCalled();
  await later(2);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('its button stays while the focus is on it, and ten seconds more', async () => {
  const { onEnd, undo } = open();
  act(() => undo.focus());
  await later(60);
  expect(onEnd).not.toHaveBeenCalled();
  act(() => undo.blur());
  await later(9);
  expect(onEnd).not.toHaveBeenCalled();
  await later(2);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
