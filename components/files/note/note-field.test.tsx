import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { isNoteTooLong, maxNoteBytes } from '@/lib/domain/limits';
import { mount } from '@/testing/screens/mount';
import { NoteField } from './note-field';

function Note() {
  const [note, setNote] = useState('');
  return <NoteField value={note} error={null} onChange={setNote} />;
}

test('a note of 5 MB in one line is cut so that the page responds, and refused as too long', async () => {
  const { person } = mount(<Note />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await person.click(field);
  await person.paste('word '.repeat(1_000_000));
  expect(field.value).toHaveLength(2 * maxNoteBytes);
  expect(isNoteTooLong(field.value)).toBe(true);
});
